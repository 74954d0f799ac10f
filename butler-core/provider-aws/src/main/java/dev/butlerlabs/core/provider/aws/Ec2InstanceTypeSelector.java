package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Selects the instance type of a machine: the smallest one of a few families that most regions offer. */
final class Ec2InstanceTypeSelector {
    private static final int MIB_PER_GIB = 1024;

    /** vCPUs by size name. */
    private static final List<Map.Entry<String, Integer>> SIZES = List.of(
            Map.entry("large", 2),
            Map.entry("xlarge", 4),
            Map.entry("2xlarge", 8),
            Map.entry("4xlarge", 16),
            Map.entry("8xlarge", 32),
            Map.entry("12xlarge", 48),
            Map.entry("16xlarge", 64),
            Map.entry("24xlarge", 96),
            Map.entry("32xlarge", 128));

    private static final Map<Architecture, List<InstanceType>> BY_SIZE =
            Map.of(Architecture.AMD64, amd64(), Architecture.ARM64, arm64());

    private Ec2InstanceTypeSelector() {}

    record InstanceType(String name, int cpu, int memoryGiB) {
        private boolean fits(MachineSpec spec) {
            return cpu >= spec.cpu() && (long) memoryGiB * MIB_PER_GIB >= spec.memoryMiB();
        }
    }

    static String choose(MachineSpec spec, AwsSettings settings) {
        return settings.instanceType()
                .orElseGet(() -> smallest(spec, settings.architecture()).name());
    }

    static InstanceType smallest(MachineSpec spec, Architecture architecture) {
        return BY_SIZE.get(architecture).stream()
                .filter(type -> type.fits(spec))
                .findFirst()
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.INVALID_INPUT,
                        "No known instance type has %d vCPUs and %d MiB of memory."
                                .formatted(spec.cpu(), spec.memoryMiB()),
                        "Reduce CPU or memory, or set instanceType."));
    }

    private static List<InstanceType> amd64() {
        List<InstanceType> types =
                new ArrayList<>(List.of(new InstanceType("t3.micro", 2, 1), new InstanceType("t3.small", 2, 2)));
        types.addAll(family("c6i", 2, SIZES.size()));
        types.addAll(family("m6i", 4, SIZES.size()));
        types.addAll(family("r6i", 8, SIZES.size()));
        return sorted(types);
    }

    private static List<InstanceType> arm64() {
        List<InstanceType> types =
                new ArrayList<>(List.of(new InstanceType("t4g.micro", 2, 1), new InstanceType("t4g.small", 2, 2)));
        int upTo16xlarge = 7;
        types.addAll(family("c7g", 2, upTo16xlarge));
        types.addAll(family("m7g", 4, upTo16xlarge));
        types.addAll(family("r7g", 8, upTo16xlarge));
        return sorted(types);
    }

    private static List<InstanceType> family(String name, int gibPerCpu, int sizes) {
        return SIZES.subList(0, sizes).stream()
                .map(size -> new InstanceType(name + "." + size.getKey(), size.getValue(), size.getValue() * gibPerCpu))
                .toList();
    }

    private static List<InstanceType> sorted(List<InstanceType> types) {
        return types.stream()
                .sorted(Comparator.comparingInt(InstanceType::cpu).thenComparingInt(InstanceType::memoryGiB))
                .toList();
    }
}
