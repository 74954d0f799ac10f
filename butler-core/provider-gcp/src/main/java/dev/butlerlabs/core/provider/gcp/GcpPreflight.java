package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import dev.butlerlabs.core.provider.PreflightInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Runs preflight checks before the first machine is created. */
final class GcpPreflight {
    private static final long DEFAULT_IMAGE_GIB = 8;

    private final GcpSettings settings;
    private final GcpClient client;
    private final GoogleAuthentication authentication;
    private final GcpZones zones;
    private final GcpInstances instances;
    private final GcpLoadBalancerReader balancers;

    GcpPreflight(
            GcpSettings settings,
            GcpClient client,
            GoogleAuthentication authentication,
            GcpZones zones,
            GcpInstances instances,
            GcpLoadBalancerReader balancers) {
        this.settings = settings;
        this.client = client;
        this.authentication = authentication;
        this.zones = zones;
        this.instances = instances;
        this.balancers = balancers;
    }

    List<PreflightCheck> checks(PreflightInput plan) {
        GcpPlacementChecks placement = new GcpPlacementChecks(settings, client, zones);
        GcpQuotaCheck quota = new GcpQuotaCheck(settings, client, instances);
        return List.of(
                new PreflightCheck("Credentials", "Is the service account key valid?", this::credentials),
                new PreflightCheck(
                        "Permissions",
                        "Does the service account have the required permissions?",
                        () -> permissions(plan)),
                new PreflightCheck("Image", "Does the image exist?", () -> image(plan)),
                new PreflightCheck("Network", "Do the network and subnetwork exist?", () -> placement.network(plan)),
                new PreflightCheck(
                        "ZoneSpread", "Are the control plane machines in several zones?", () -> placement.spread(plan)),
                new PreflightCheck(
                        "MachineTypes", "Do the zones offer the machine types?", () -> placement.offered(plan)),
                new PreflightCheck("Quota", "Is the quota sufficient?", () -> quota.check(plan)),
                new PreflightCheck("Names", "Are the names available?", () -> names(plan)));
    }

    private Result credentials() {
        JsonNode project = client.get("");
        return new Result.Passed("The credentials have access to the project %s."
                .formatted(project.path("name").asText(settings.project())));
    }

    private Result permissions(PreflightInput plan) {
        List<String> required = new ArrayList<>(GcpPermissions.MACHINES);
        if (plan.balancer().isPresent()) {
            required.addAll(GcpPermissions.LOAD_BALANCERS);
        }
        return GcpPermissions.missing(settings, authentication, required)
                .<Result>map(missing -> missing.isEmpty()
                        ? new Result.Passed(
                                "The service account has the %d required permissions.".formatted(required.size()))
                        : new Result.Failed(
                                "The service account does not have these permissions: %s."
                                        .formatted(String.join(", ", missing)),
                                "Grant a role with the permissions in configs/permissions/gcp-role.yaml."))
                .orElseGet(() -> new Result.Unknown(
                        "The permissions cannot be tested: the Cloud Resource Manager API did not answer."));
    }

    private Result image(PreflightInput plan) {
        Set<String> seen = new TreeSet<>();
        List<MachineSpec> machines = plan.machines();
        for (MachineSpec spec : machines) {
            String path = settings.imageOf(spec.image());
            JsonNode image = client.get(path);
            Optional<Result> wrong = wrong(spec, image, path);
            if (wrong.isPresent()) {
                return wrong.get();
            }
            seen.add(image.path("name").asText(path));
        }
        if (machines.isEmpty()) {
            seen.add(client.get(settings.imageOf(Optional.empty())).path("name").asText(""));
        }
        return new Result.Passed("The machines use the image %s.".formatted(String.join(", ", seen)));
    }

    private static Optional<Result> wrong(MachineSpec spec, JsonNode image, String path) {
        String status = image.path("status").asText("READY");
        if (!status.equals("READY")) {
            return Optional.of(new Result.Failed(
                    "The image %s is %s.".formatted(path, status), "Wait until it is READY, or use another image."));
        }
        long needed = image.path("diskSizeGb").asLong(DEFAULT_IMAGE_GIB);
        return needed <= spec.diskGiB()
                ? Optional.empty()
                : Optional.of(new Result.Failed(
                        "The image %s requires a disk of %d GiB; %s has %d GiB."
                                .formatted(path, needed, spec.id().name(), spec.diskGiB()),
                        "Set diskGB to %d or more.".formatted(needed)));
    }

    private Result names(PreflightInput plan) {
        Set<String> taken = new TreeSet<>();
        for (MachineSpec spec : plan.machines()) {
            instances.named(spec.id().name()).stream()
                    .filter(instance -> !instance.isOf(spec.id()))
                    .forEach(instance -> taken.add(instance.name()));
        }
        plan.balancer().ifPresent(balancer -> balancers.oursAlone(balancer.id()));
        return taken.isEmpty()
                ? new Result.Passed("No other machine or load balancer uses these names.")
                : new Result.Failed(
                        "Other instances already use these names: %s.".formatted(String.join(", ", taken)),
                        "Rename the cluster, or delete the other instances if they are not needed.");
    }
}
