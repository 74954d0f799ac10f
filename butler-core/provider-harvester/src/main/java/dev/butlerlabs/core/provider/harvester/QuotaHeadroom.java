package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.provider.MachineSpec;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The remaining quota of a namespace. */
record QuotaHeadroom(GenericKubernetesResource quota) {
    private static final BigDecimal MIB = BigDecimal.valueOf(1L << 20);
    private static final BigDecimal GIB = BigDecimal.valueOf(1L << 30);

    /** Returns the machines that do not exist yet; the others are already counted in the quota. */
    static List<MachineSpec> newMachines(List<MachineSpec> machines, Predicate<MachineSpec> exists) {
        return machines.stream().filter(Predicate.not(exists)).toList();
    }

    /** Returns descriptions of the missing quota for these machines. */
    List<String> lackingFor(List<MachineSpec> machines) {
        List<String> lacking = new ArrayList<>();
        needs(machines)
                .forEach((resource, need) -> left(resource)
                        .filter(left -> left.compareTo(need) < 0)
                        .ifPresent(left -> lacking.add(
                                "%s: %s required, %s available".formatted(resource, shown(need), shown(left)))));
        return lacking;
    }

    /** Formats memory and storage in the unit of the request. */
    private static String shown(BigDecimal amount) {
        boolean bytes = amount.abs().compareTo(MIB) >= 0;
        BigDecimal shown = bytes ? amount.divide(GIB, 1, RoundingMode.HALF_UP) : amount;
        return shown.stripTrailingZeros().toPlainString() + (bytes ? " GiB" : "");
    }

    private static Map<String, BigDecimal> needs(List<MachineSpec> machines) {
        Map<String, BigDecimal> needs = new TreeMap<>();
        for (MachineSpec machine : machines) {
            add(needs, "limits.cpu", BigDecimal.valueOf(machine.cpu()));
            add(needs, "limits.memory", BigDecimal.valueOf(machine.memoryMiB()).multiply(MIB));
            add(
                    needs,
                    "requests.memory",
                    BigDecimal.valueOf(machine.memoryMiB()).multiply(MIB));
            add(needs, "requests.storage", BigDecimal.valueOf(diskGiB(machine)).multiply(GIB));
            add(
                    needs,
                    "persistentvolumeclaims",
                    BigDecimal.valueOf(1L + machine.extraDisks().size()));
            add(needs, "count/virtualmachines.kubevirt.io", BigDecimal.ONE);
        }
        return needs;
    }

    private static void add(Map<String, BigDecimal> needs, String resource, BigDecimal amount) {
        needs.merge(resource, amount, BigDecimal::add);
    }

    private static long diskGiB(MachineSpec machine) {
        return machine.diskGiB()
                + machine.extraDisks().stream().mapToLong(ExtraDisk::sizeGB).sum();
    }

    private Optional<BigDecimal> left(String resource) {
        return amount("hard", resource)
                .map(hard -> hard.subtract(amount("used", resource).orElse(BigDecimal.ZERO)));
    }

    private Optional<BigDecimal> amount(String part, String resource) {
        Object value = ObjectFieldReader.fields(quota).map("status." + part).get(resource);
        return Optional.ofNullable(value)
                .map(String::valueOf)
                .map(text -> Quantity.getAmountInBytes(Quantity.parse(text)));
    }
}
