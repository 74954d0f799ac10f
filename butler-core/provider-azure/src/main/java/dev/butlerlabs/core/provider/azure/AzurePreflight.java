package dev.butlerlabs.core.provider.azure;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import dev.butlerlabs.core.provider.PreflightInput;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Runs preflight checks before the first machine is created. */
final class AzurePreflight {
    private final ArmClient arm;
    private final AzureSettings settings;
    private final ArmPaths paths;
    private final AzureMachineReader reader;
    private final AzureLoadBalancerOperations balancers;

    AzurePreflight(
            ArmClient arm, AzureSettings settings, AzureMachineReader reader, AzureLoadBalancerOperations balancers) {
        this.arm = arm;
        this.settings = settings;
        this.paths = ArmPaths.of(settings);
        this.reader = reader;
        this.balancers = balancers;
    }

    List<PreflightCheck> checks(PreflightInput plan) {
        AzureNetworkChecks networks = new AzureNetworkChecks(arm, settings, reader);
        AzureCapacityChecks capacity = new AzureCapacityChecks(arm, settings, reader);
        AzureImageCheck images = new AzureImageCheck(arm, settings);
        return List.of(
                new PreflightCheck("Credentials", "Is the identity valid?", this::credentials),
                new PreflightCheck(
                        "Permissions", "Does the identity have the required permissions?", this::permissions),
                new PreflightCheck(
                        "Network", "Do the subnet and the security group exist?", () -> networks.exists(plan)),
                new PreflightCheck("Image", "Does the image exist?", () -> images.check(plan)),
                new PreflightCheck("Sizes", "Does the region offer the VM sizes?", () -> capacity.offered(plan)),
                new PreflightCheck(
                        "ZoneSpread", "Are the control plane machines distributed?", () -> networks.spread(plan)),
                new PreflightCheck("Quota", "Is the quota sufficient?", () -> capacity.quota(plan)),
                new PreflightCheck("Names", "Are the names available?", () -> names(plan)));
    }

    private Result credentials() {
        settings.requireMachineSettings();
        reader.all(ArmResourceType.VIRTUAL_MACHINE);
        return new Result.Passed("The identity can list the virtual machines of the resource group %s."
                .formatted(settings.resourceGroup()));
    }

    private Result permissions() {
        try {
            List<String> missing = AzurePermissions.missing(arm.list(
                    paths.groupPath("/providers/Microsoft.Authorization/permissions"), AzurePermissions.API, Map.of()));
            return missing.isEmpty()
                    ? new Result.Passed("The identity has the required permissions on the resource group.")
                    : new Result.Failed(
                            "The identity lacks the permissions %s.".formatted(String.join(", ", missing)),
                            "Assign the role in configs/permissions/azure-role.json to the identity for the resource group.");
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.FORBIDDEN || e.code() == ErrorCode.NOT_FOUND) {
                return new Result.Unknown("The identity cannot read its permissions.");
            }
            throw e;
        }
    }

    private Result names(PreflightInput plan) {
        plan.balancer().ifPresent(balancer -> balancers.oursAlone(balancer.id()));
        TreeSet<String> taken = new TreeSet<>();
        for (MachineSpec spec : plan.machines()) {
            reader.read(spec.id())
                    .foreign()
                    .forEach(resource -> taken.add(resource.path("name").asText("")));
        }
        return taken.isEmpty()
                ? new Result.Passed("No other resource uses the names of the machines or the load balancer.")
                : new Result.Failed(
                        "Other resources already use these names: %s.".formatted(String.join(", ", taken)),
                        "Rename the cluster, or delete the other resources if they are not needed.");
    }
}
