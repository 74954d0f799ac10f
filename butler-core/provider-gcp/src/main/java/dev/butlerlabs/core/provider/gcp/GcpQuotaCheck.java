package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import dev.butlerlabs.core.provider.PreflightInput;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Compares the resources of a plan with the quotas of the region and the project. */
record GcpQuotaCheck(GcpSettings settings, GcpClient client, GcpInstances instances) {
    /** Machine families that have no quota of their own. */
    private static final Set<String> COMMON_FAMILIES = Set.of("e2", "f1", "g1", "n1");

    private static final String ALL_REGIONS = "CPUS_ALL_REGIONS";

    Result check(PreflightInput plan) {
        Set<String> existing = instances.all().stream().map(GcpInstance::name).collect(Collectors.toSet());
        List<MachineSpec> missing = plan.machines().stream()
                .filter(spec -> !existing.contains(spec.id().name()))
                .toList();
        Map<String, Double> needed = needed(missing, plan.balancer().isPresent());
        List<String> exceeded = new ArrayList<>();
        exceeded.addAll(exceeded(client.get("regions/" + settings.region()), needed, "region " + settings.region()));
        exceeded.addAll(exceeded(client.get(""), needed, "project " + settings.project()));
        return exceeded.isEmpty()
                ? new Result.Passed("%.0f vCPUs and %d machines fit into the quotas of the region."
                        .formatted(needed.getOrDefault(ALL_REGIONS, 0.0), missing.size()))
                : new Result.Failed(
                        "The quota is not sufficient: %s.".formatted(String.join("; ", exceeded)),
                        "Request a higher quota in the Google Cloud console (IAM & Admin, Quotas), or use smaller or fewer machines.");
    }

    private Map<String, Double> needed(List<MachineSpec> machines, boolean balanced) {
        Map<String, Double> needed = new TreeMap<>();
        for (MachineSpec spec : machines) {
            add(needed, ALL_REGIONS, cpus(spec));
            add(needed, cpuMetric(settings.machineTypeOf(spec)), cpus(spec));
            add(needed, "INSTANCES", 1);
            add(needed, diskMetric(settings.diskType()), spec.diskGiB());
            for (ExtraDisk disk : spec.extraDisks()) {
                String type = Optional.ofNullable(disk.storageClass())
                        .filter(text -> !text.isBlank())
                        .orElse(settings.diskType());
                add(needed, diskMetric(type), disk.sizeGB());
            }
            if (settings.publicAddress()) {
                add(needed, "IN_USE_ADDRESSES", 1);
            }
        }
        if (balanced && !settings.internalBalancer()) {
            add(needed, "STATIC_ADDRESSES", 1);
        }
        return needed;
    }

    private static void add(Map<String, Double> needed, String metric, double amount) {
        needed.merge(metric, amount, Double::sum);
    }

    /** Returns the number of CPUs; of a configured machine type as its name says, or else the requested number. */
    private double cpus(MachineSpec spec) {
        String type = settings.machineTypeOf(spec);
        String[] parts = type.split("-", -1);
        int position = type.contains("-custom-") ? 2 : parts.length - 1;
        return parts.length > position && parts[position].matches("[0-9]{1,4}")
                ? Integer.parseInt(parts[position])
                : spec.cpu();
    }

    static String cpuMetric(String machineType) {
        String family = machineType.substring(0, Math.max(0, machineType.indexOf('-')));
        return family.isEmpty() || COMMON_FAMILIES.contains(family)
                ? "CPUS"
                : family.toUpperCase(Locale.ROOT) + "_CPUS";
    }

    static String diskMetric(String diskType) {
        return diskType.equals("pd-standard") ? "DISKS_TOTAL_GB" : "SSD_TOTAL_GB";
    }

    private static List<String> exceeded(JsonNode scope, Map<String, Double> needed, String title) {
        return JsonDocument.items(scope.path("quotas"))
                .filter(quota -> needed.getOrDefault(quota.path("metric").asText(), 0.0)
                        > quota.path("limit").asDouble() - quota.path("usage").asDouble())
                .filter(quota -> needed.containsKey(quota.path("metric").asText()))
                .map(quota -> "%s of the %s needs %.0f more, %.0f of %.0f are in use"
                        .formatted(
                                quota.path("metric").asText(),
                                title,
                                needed.get(quota.path("metric").asText()),
                                quota.path("usage").asDouble(),
                                quota.path("limit").asDouble()))
                .toList();
    }
}
