package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import dev.butlerlabs.core.provider.PreflightInput;
import dev.butlerlabs.core.provider.rest.RestRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Checks the availability of VM sizes and the quotas of the subscription in the region. */
final class AzureCapacityChecks {
    private static final String CORES = "cores";

    private final ArmClient arm;
    private final AzureSettings settings;
    private final ArmPaths paths;
    private final AzureMachineReader reader;

    AzureCapacityChecks(ArmClient arm, AzureSettings settings, AzureMachineReader reader) {
        this.arm = arm;
        this.settings = settings;
        this.paths = ArmPaths.of(settings);
        this.reader = reader;
    }

    Result offered(PreflightInput plan) {
        Map<String, AzureVmSku> skus = skus();
        List<String> problems = new ArrayList<>();
        TreeSet<String> sizes = new TreeSet<>();
        for (MachineSpec spec : plan.machines()) {
            String size = MachineSizeSelector.choose(spec, settings);
            sizes.add(size);
            Optional<AzureVmSku> sku = Optional.ofNullable(skus.get(size.toLowerCase(Locale.ROOT)));
            AzureZoneSelection.inOrderFor(spec.id().name(), spec.zone(), settings, 0)
                    .forEach(zone -> problem(size, sku, zone)
                            .filter(text -> !problems.contains(text))
                            .ifPresent(problems::add));
        }
        return problems.isEmpty()
                ? new Result.Passed("Available: %s.".formatted(String.join(", ", sizes)))
                : new Result.Failed(
                        String.join(" ", problems), "Set vmSize to a size that the region and all zones offer.");
    }

    private Optional<String> problem(String size, Optional<AzureVmSku> sku, Optional<String> zone) {
        if (sku.isEmpty()) {
            return Optional.of("%s does not offer %s.".formatted(settings.location(), size));
        }
        if (sku.get().isRestricted(settings.location(), zone)) {
            return Optional.of("The subscription cannot use %s in %s%s."
                    .formatted(
                            size,
                            settings.location(),
                            zone.map(name -> ", zone " + name).orElse("")));
        }
        return sku.get().isOffered(zone)
                ? Optional.empty()
                : Optional.of("%s does not offer %s in zone %s.".formatted(settings.location(), size, zone.orElse("")));
    }

    private Map<String, AzureVmSku> skus() {
        Map<String, AzureVmSku> skus = new HashMap<>();
        AzureVmSku.list(arm, paths, settings.location())
                .forEach(sku -> skus.put(sku.name().toLowerCase(Locale.ROOT), sku));
        return skus;
    }

    /** Compares what the plan adds with the quotas of the region, of each VM family and of load balancers. */
    Result quota(PreflightInput plan) {
        Map<String, Long> needed = needed(plan);
        List<String> exceeded = new ArrayList<>();
        List<String> seen = new ArrayList<>();
        for (JsonNode usage : usages(needed.keySet().stream().anyMatch(name -> !isOfCompute(name)))) {
            String name = usage.at("/name/value").asText("");
            long count = needed.getOrDefault(name.toLowerCase(Locale.ROOT), 0L);
            if (count > 0) {
                long used = usage.path("currentValue").asLong();
                long limit = usage.path("limit").asLong();
                String text = "%s: %d requested, %d of %d in use".formatted(name, count, used, limit);
                (used + count > limit ? exceeded : seen).add(text);
            }
        }
        return exceeded.isEmpty()
                ? new Result.Passed("%s.".formatted(String.join("; ", seen)))
                : new Result.Failed(
                        "The quota is not sufficient. %s.".formatted(String.join("; ", exceeded)),
                        AzureErrorClassification.of("QuotaExceeded", "", 409).hint());
    }

    private Map<String, Long> needed(PreflightInput plan) {
        Map<String, AzureVmSku> skus = skus();
        Map<String, Long> needed = new TreeMap<>();
        for (MachineSpec spec : plan.machines()) {
            if (reader.read(spec.id()).vm().isEmpty()) {
                Optional<AzureVmSku> sku = Optional.ofNullable(
                        skus.get(MachineSizeSelector.choose(spec, settings).toLowerCase(Locale.ROOT)));
                long cores = sku.map(AzureVmSku::cores).orElse(spec.cpu());
                add(needed, CORES, cores);
                sku.flatMap(AzureVmSku::family).ifPresent(family -> add(needed, family, cores));
                add(needed, "virtualMachines", 1);
                if (settings.publicAddress()) {
                    add(needed, "StandardSkuPublicIpAddresses", 1);
                }
            }
        }
        if (plan.balancer().isPresent()) {
            add(needed, "StandardSkuPublicIpAddresses", 1);
            add(needed, "StandardSkuLoadBalancers", 1);
        }
        return needed;
    }

    private static boolean isOfCompute(String name) {
        return !name.startsWith("standardsku");
    }

    private static void add(Map<String, Long> needed, String name, long count) {
        needed.merge(name.toLowerCase(Locale.ROOT), count, Long::sum);
    }

    private List<JsonNode> usages(boolean withNetwork) {
        String region = RestRequest.encode(settings.location());
        List<JsonNode> all = new ArrayList<>(arm.list(
                paths.subscriptionPath("/providers/Microsoft.Compute/locations/%s/usages".formatted(region)),
                ArmResourceType.VIRTUAL_MACHINE.api(),
                Map.of()));
        if (withNetwork) {
            all.addAll(arm.list(
                    paths.subscriptionPath("/providers/Microsoft.Network/locations/%s/usages".formatted(region)),
                    ArmResourceType.LOAD_BALANCER.api(),
                    Map.of()));
        }
        return all;
    }
}
