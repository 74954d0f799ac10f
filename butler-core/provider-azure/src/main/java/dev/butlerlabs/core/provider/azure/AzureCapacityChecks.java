package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import dev.butlerlabs.core.provider.PreflightInput;
import dev.butlerlabs.core.provider.rest.JsonDocument;
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
    private static final String SKUS_API = "2021-07-01";
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
        Map<String, JsonNode> skus = skus();
        List<String> problems = new ArrayList<>();
        TreeSet<String> sizes = new TreeSet<>();
        for (MachineSpec spec : plan.machines()) {
            String size = MachineSizeSelector.choose(spec, settings);
            sizes.add(size);
            Optional<JsonNode> sku = Optional.ofNullable(skus.get(size.toLowerCase(Locale.ROOT)));
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

    private Optional<String> problem(String size, Optional<JsonNode> sku, Optional<String> zone) {
        if (sku.isEmpty()) {
            return Optional.of("%s does not offer %s.".formatted(settings.location(), size));
        }
        if (JsonDocument.items(sku.get().path("restrictions"))
                .anyMatch(restriction -> isRestricted(restriction, zone))) {
            return Optional.of("The subscription cannot use %s in %s%s."
                    .formatted(
                            size,
                            settings.location(),
                            zone.map(name -> ", zone " + name).orElse("")));
        }
        boolean inZone = zone.isEmpty()
                || JsonDocument.items(sku.get().path("locationInfo"))
                        .flatMap(info -> JsonDocument.items(info.path("zones")))
                        .anyMatch(name -> name.asText("").equals(zone.get()));
        return inZone
                ? Optional.empty()
                : Optional.of("%s does not offer %s in zone %s.".formatted(settings.location(), size, zone.get()));
    }

    private boolean isRestricted(JsonNode restriction, Optional<String> zone) {
        return restriction.path("type").asText("").equals("Zone")
                ? zone.isPresent()
                        && JsonDocument.items(restriction.at("/restrictionInfo/zones"))
                                .anyMatch(name -> name.asText("").equals(zone.get()))
                : JsonDocument.items(restriction.path("values")).anyMatch(name -> settings.isHere(name.asText("")));
    }

    private Map<String, JsonNode> skus() {
        Map<String, JsonNode> skus = new HashMap<>();
        arm
                .list(
                        paths.subscriptionPath("/providers/Microsoft.Compute/skus"),
                        SKUS_API,
                        Map.of("$filter", "location eq '%s'".formatted(settings.location())))
                .stream()
                .filter(sku -> sku.path("resourceType").asText("").equals("virtualMachines"))
                .forEach(sku -> skus.put(sku.path("name").asText("").toLowerCase(Locale.ROOT), sku));
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
        Map<String, JsonNode> skus = skus();
        Map<String, Long> needed = new TreeMap<>();
        for (MachineSpec spec : plan.machines()) {
            if (reader.read(spec.id()).vm().isEmpty()) {
                Optional<JsonNode> sku = Optional.ofNullable(
                        skus.get(MachineSizeSelector.choose(spec, settings).toLowerCase(Locale.ROOT)));
                long cores = sku.map(AzureCapacityChecks::cores).orElse((long) spec.cpu());
                add(needed, CORES, cores);
                sku.flatMap(found -> JsonDocument.text(found, "/family"))
                        .ifPresent(family -> add(needed, family, cores));
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

    private static long cores(JsonNode sku) {
        return JsonDocument.items(sku.path("capabilities"))
                .filter(capability -> capability.path("name").asText("").equals("vCPUs"))
                .mapToLong(capability -> capability.path("value").asLong())
                .findFirst()
                .orElse(1);
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
