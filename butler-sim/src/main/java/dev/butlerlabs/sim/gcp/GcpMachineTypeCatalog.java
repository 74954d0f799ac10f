package dev.butlerlabs.sim.gcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The machine types of the zones: predefined ones, which are listed, and custom ones, which are not.
 *
 * <p>Predefined types of other families exist without being listed, so that a file for a real project can be rehearsed.
 */
final class GcpMachineTypeCatalog {
    private static final Pattern CUSTOM =
            Pattern.compile("(?<family>n2|n2d|e2)-custom-(?<cpu>[0-9]+)-(?<memory>[0-9]+)(-ext)?");
    private static final Pattern PREDEFINED =
            Pattern.compile("(?<family>[a-z][0-9][a-z]?)-(?<class>standard|highmem|highcpu)-(?<cpu>[1-9][0-9]{0,2})");
    /** Memory per CPU in MiB by the class of a predefined type. */
    private static final Map<String, Integer> MEMORY = Map.of("standard", 4096, "highmem", 8192, "highcpu", 1024);

    private static final List<String> EVERYWHERE = GcpCatalog.ZONES;
    private static final List<Series> LISTED = List.of(
            new Series("c3-standard", EVERYWHERE.subList(0, 2), 4, 8, 22, 44, 88, 176),
            new Series("e2-highcpu", EVERYWHERE, 2, 4, 8, 16, 32),
            new Series("e2-highmem", EVERYWHERE, 2, 4, 8, 16),
            new Series("e2-standard", EVERYWHERE, 2, 4, 8, 16, 32),
            new Series("n2-highcpu", EVERYWHERE, 2, 4, 8, 16, 32, 48, 64, 80, 96),
            new Series("n2-highmem", EVERYWHERE, 2, 4, 8, 16, 32, 48, 64, 80, 96, 128),
            new Series("n2-standard", EVERYWHERE, 2, 4, 8, 16, 32, 48, 64, 80, 96, 128),
            new Series("n2d-highmem", EVERYWHERE, 2, 4, 8, 16, 32, 48, 64, 80, 96),
            new Series("n2d-standard", EVERYWHERE, 2, 4, 8, 16, 32, 48, 64, 80, 96, 128, 224));
    /** Memory in MiB of the types whose two CPUs are shared. */
    private static final Map<String, Integer> SHARED = Map.of("e2-medium", 4096, "e2-micro", 1024, "e2-small", 2048);

    private final GcpLinks links;

    GcpMachineTypeCatalog(GcpLinks links) {
        this.links = links;
    }

    /** Machine types with the same memory per CPU. */
    private record Series(String name, List<String> zones, List<Integer> cpus) {
        Series(String name, List<String> zones, Integer... cpus) {
            this(name, zones, Arrays.asList(cpus));
        }

        boolean isOf(String family) {
            return name.startsWith(family + "-");
        }

        boolean contains(String type, int cpu) {
            return type.equals(name + "-" + cpu) && cpus.contains(cpu);
        }
    }

    /** Returns the predefined types of a zone, ordered by name as Compute Engine lists them. */
    List<ObjectNode> list(String zone) {
        List<String> names = new ArrayList<>(SHARED.keySet());
        LISTED.stream()
                .filter(series -> series.zones().contains(zone))
                .forEach(series -> series.cpus().forEach(cpu -> names.add(series.name() + "-" + cpu)));
        return names.stream()
                .sorted()
                .map(name -> find(zone, name).orElseThrow())
                .toList();
    }

    /** Returns a machine type; the memory of custom types has limits per CPU. */
    Optional<ObjectNode> find(String zone, String name) {
        if (SHARED.containsKey(name)) {
            return Optional.of(machineType(zone, name, 2, SHARED.get(name)).put("isSharedCpu", true));
        }
        Matcher predefined = PREDEFINED.matcher(name);
        if (predefined.matches()) {
            int cpu = Integer.parseInt(predefined.group("cpu"));
            return exists(zone, name, predefined.group("family"), cpu)
                    ? Optional.of(machineType(zone, name, cpu, cpu * MEMORY.get(predefined.group("class"))))
                    : Optional.empty();
        }
        Matcher custom = CUSTOM.matcher(name);
        if (!custom.matches()) {
            return Optional.empty();
        }
        int cpu = Integer.parseInt(custom.group("cpu"));
        int memory = Integer.parseInt(custom.group("memory"));
        boolean valid = cpu >= 2
                && cpu % 2 == 0
                && memory % 256 == 0
                && memory >= cpu * 512
                && (memory <= cpu * 8192 || name.endsWith("-ext"));
        return valid ? Optional.of(machineType(zone, name, cpu, memory)) : Optional.empty();
    }

    private static boolean exists(String zone, String name, String family, int cpu) {
        return LISTED.stream().noneMatch(series -> series.isOf(family))
                || LISTED.stream().anyMatch(series -> series.zones().contains(zone) && series.contains(name, cpu));
    }

    private ObjectNode machineType(String zone, String name, int cpu, int memory) {
        return GcpJson.object()
                .put("kind", "compute#machineType")
                .put("id", Integer.toString(500_000 + cpu))
                .put("creationTimestamp", "1969-12-31T16:00:00.000-08:00")
                .put("name", name)
                .put("description", "%d vCPUs, %d MB RAM".formatted(cpu, memory))
                .put("guestCpus", cpu)
                .put("memoryMb", memory)
                .put("isSharedCpu", false)
                .put("architecture", "X86_64")
                .put("zone", zone)
                .put("selfLink", links.of("zones/%s/machineTypes/%s".formatted(zone, name)));
    }
}
