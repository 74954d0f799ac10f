package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import dev.butlerlabs.core.provider.PreflightInput;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Checks the virtual network and the distribution of machines. */
final class AzureNetworkChecks {
    /** Addresses of each subnet that Azure reserves. */
    private static final int RESERVED = 5;

    private static final int IPV4_BITS = 32;

    private final ArmClient arm;
    private final AzureSettings settings;
    private final AzureMachineReader reader;

    AzureNetworkChecks(ArmClient arm, AzureSettings settings, AzureMachineReader reader) {
        this.arm = arm;
        this.settings = settings;
        this.reader = reader;
    }

    Result exists(PreflightInput plan) {
        Optional<JsonNode> network =
                arm.find(NetworkInterfaceDocument.network(settings), ArmResourceType.VIRTUAL_NETWORK.api(), Map.of());
        if (network.isEmpty()) {
            return new Result.Failed(
                    "The virtual network %s does not exist in the resource group %s."
                            .formatted(settings.network(), settings.networkGroup()),
                    "Check vnetName and vnetResourceGroup.");
        }
        String region = network.get().path("location").asText("");
        if (!settings.isHere(region)) {
            return new Result.Failed(
                    "The virtual network %s is in %s, the machines in %s."
                            .formatted(settings.network(), region, settings.location()),
                    "Use a virtual network in the region of the machines.");
        }
        return securityGroupProblem().or(() -> availabilitySetProblem()).orElseGet(() -> subnet(plan));
    }

    private Optional<Result> securityGroupProblem() {
        return settings.securityGroup()
                .filter(group -> arm.find(
                                NetworkInterfaceDocument.securityGroup(settings, group),
                                ArmResourceType.SECURITY_GROUP.api(),
                                Map.of())
                        .isEmpty())
                .map(group -> new Result.Failed(
                        "The network security group %s does not exist.".formatted(group),
                        "Check securityGroupName. A group in another resource group is named by its resource ID."));
    }

    private Optional<Result> availabilitySetProblem() {
        return settings.availabilitySet()
                .filter(name -> arm.find(
                                ArmPaths.of(settings).id(ArmResourceType.AVAILABILITY_SET, name),
                                ArmResourceType.AVAILABILITY_SET.api(),
                                Map.of())
                        .isEmpty())
                .map(name -> new Result.Failed(
                        "The availability set %s does not exist in the resource group %s."
                                .formatted(name, settings.resourceGroup()),
                        "Create it with the SKU Aligned, or use zones instead."));
    }

    private Result subnet(PreflightInput plan) {
        Optional<JsonNode> subnet =
                arm.find(NetworkInterfaceDocument.subnet(settings), ArmResourceType.VIRTUAL_NETWORK.api(), Map.of());
        if (subnet.isEmpty()) {
            return new Result.Failed(
                    "The virtual network %s has no subnet %s.".formatted(settings.network(), settings.subnet()),
                    "Check subnetName.");
        }
        long needed = plan.machines().stream()
                .filter(spec -> reader.read(spec.id()).nic().isEmpty())
                .count();
        Optional<Long> free = free(subnet.get());
        return free.filter(count -> count < needed)
                .<Result>map(count -> new Result.Failed(
                        "The subnet %s has %d free addresses for %d machines."
                                .formatted(settings.subnet(), count, needed),
                        "Use a larger subnet."))
                .orElseGet(() -> new Result.Passed("Subnet %s of %s%s."
                        .formatted(
                                settings.subnet(),
                                settings.network(),
                                free.map(count -> ", %d free addresses".formatted(count))
                                        .orElse(""))));
    }

    private static Optional<Long> free(JsonNode subnet) {
        return JsonDocument.text(subnet, "/properties/addressPrefix")
                .or(() -> JsonDocument.text(subnet, "/properties/addressPrefixes/0"))
                .filter(prefix -> prefix.matches("[0-9.]+/[0-9]{1,2}"))
                .map(prefix -> Integer.parseInt(prefix.substring(prefix.indexOf('/') + 1)))
                .filter(bits -> bits <= IPV4_BITS)
                .map(bits -> (1L << (IPV4_BITS - bits))
                        - RESERVED
                        - subnet.at("/properties/ipConfigurations").size());
    }

    Result spread(PreflightInput plan) {
        List<MachineSpec> controlPlanes = plan.machines().stream()
                .filter(spec -> spec.role() == MachineRole.CONTROL_PLANE)
                .toList();
        if (controlPlanes.size() < 2) {
            return new Result.Passed("No distribution is necessary.");
        }
        if (settings.availabilitySet().isPresent()) {
            return new Result.Passed("The machines are in the availability set %s."
                    .formatted(settings.availabilitySet().get()));
        }
        TreeSet<String> zones = new TreeSet<>();
        controlPlanes.forEach(spec -> AzureZoneSelection.inOrderFor(spec.id().name(), spec.zone(), settings, 0)
                .getFirst()
                .ifPresent(zones::add));
        return zones.size() < 2
                ? new Result.Doubtful(
                        "The control plane machines are not distributed over zones.",
                        "Set zones, or availabilitySet in regions without zones, to tolerate the failure of a zone or host.")
                : new Result.Passed(
                        "The control plane machines are in the zones %s.".formatted(String.join(", ", zones)));
    }
}
