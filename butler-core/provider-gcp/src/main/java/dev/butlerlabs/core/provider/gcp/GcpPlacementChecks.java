package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import dev.butlerlabs.core.provider.PreflightInput;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Checks network, zones and machine types. */
record GcpPlacementChecks(GcpSettings settings, GcpClient client, GcpZones zones) {
    /** Addresses of a subnetwork that Google reserves. */
    private static final int RESERVED = 4;

    Result network(PreflightInput plan) {
        JsonNode network = client.get(settings.networkPath());
        Optional<String> path = settings.subnetworkPath();
        if (path.isEmpty()) {
            return network.path("autoCreateSubnetworks").asBoolean(false)
                    ? new Result.Passed("The network %s creates subnetworks automatically."
                            .formatted(network.path("name").asText()))
                    : new Result.Failed(
                            "The network %s does not create subnetworks automatically."
                                    .formatted(network.path("name").asText()),
                            "Set subnetwork to a subnetwork of the region %s.".formatted(settings.region()));
        }
        return subnetwork(plan, client.get(path.get()));
    }

    private Result subnetwork(PreflightInput plan, JsonNode subnetwork) {
        String name = subnetwork.path("name").asText();
        String network = GcpSettings.relative(subnetwork.path("network").asText());
        if (!network.equals(settings.networkPath())) {
            return new Result.Failed(
                    "The subnetwork %s belongs to %s, not to %s.".formatted(name, network, settings.networkPath()),
                    "Use a subnetwork of the network.");
        }
        String range = subnetwork.path("ipCidrRange").asText("");
        int bits = range.contains("/") ? Integer.parseInt(range.substring(range.indexOf('/') + 1)) : 0;
        long addresses = (1L << (32 - bits)) - RESERVED;
        return plan.machines().size() <= addresses
                ? new Result.Passed("The subnetwork %s has the range %s.".formatted(name, range))
                : new Result.Failed(
                        "The subnetwork %s has %d addresses for %d machines."
                                .formatted(name, addresses, plan.machines().size()),
                        "Use a larger subnetwork.");
    }

    Result spread(PreflightInput plan) {
        List<MachineSpec> controlPlane = plan.machines().stream()
                .filter(spec -> spec.role() == MachineRole.CONTROL_PLANE)
                .toList();
        Set<String> used = controlPlane.stream().map(this::zoneOf).collect(Collectors.toCollection(TreeSet::new));
        return controlPlane.size() > 1 && used.size() == 1
                ? new Result.Doubtful(
                        "All %d control plane machines are in %s."
                                .formatted(controlPlane.size(), used.iterator().next()),
                        "Remove zone from the settings to tolerate the failure of a zone.")
                : new Result.Passed("The control plane machines are in %s.".formatted(String.join(", ", used)));
    }

    private String zoneOf(MachineSpec spec) {
        return zones.inOrderFor(spec.id().name(), spec.zone()).getFirst();
    }

    Result offered(PreflightInput plan) {
        Set<String> requested = plan.machines().stream()
                .map(spec -> "zones/%s/machineTypes/%s".formatted(zoneOf(spec), settings.machineTypeOf(spec)))
                .collect(Collectors.toCollection(TreeSet::new));
        List<String> missing =
                requested.stream().filter(path -> client.find(path).isEmpty()).toList();
        Set<String> down = requested.stream()
                .map(path -> path.split("/", -1)[1])
                .filter(zone ->
                        !client.get("zones/" + zone).path("status").asText("UP").equals("UP"))
                .collect(Collectors.toCollection(TreeSet::new));
        if (!down.isEmpty()) {
            return new Result.Failed(
                    "These zones are down: %s.".formatted(String.join(", ", down)), "Use another region, or set zone.");
        }
        return missing.isEmpty()
                ? new Result.Passed("Available: %s.".formatted(String.join(", ", requested)))
                : new Result.Failed(
                        "Google Cloud does not offer %s.".formatted(String.join(", ", missing)),
                        "Set machineType to one that all zones offer, or set zone.");
    }
}
