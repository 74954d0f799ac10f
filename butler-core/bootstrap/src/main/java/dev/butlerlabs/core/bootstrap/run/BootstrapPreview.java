package dev.butlerlabs.core.bootstrap.run;

import dev.butlerlabs.core.addon.PlatformAddon;
import dev.butlerlabs.core.addon.PlatformAddons;
import dev.butlerlabs.core.api.ClusterBootstrapSpec;
import dev.butlerlabs.core.api.MachineAddress;
import dev.butlerlabs.core.bootstrap.plan.AddonTemplateValues;
import dev.butlerlabs.core.bootstrap.plan.AddonVersionPlanner;
import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan.PlannedMachine;
import dev.butlerlabs.core.bootstrap.plan.NodeAddressAssignment;
import dev.butlerlabs.core.bootstrap.plan.NodeConfigurationPlanner;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A preview of a bootstrap, computed without connecting to the infrastructure. Immutable.
 *
 * @param endpoint the host of the Kubernetes API
 * @param pool the addresses for LoadBalancer Services, if any
 * @param nodeAddresses the addresses for machines and how many are needed, if the operator chooses them
 * @param image the image from which Talos is installed
 * @param delivery how machines receive their configuration
 * @param limit the default time limit of a run
 */
public record BootstrapPreview(
        String cluster,
        String provider,
        String endpoint,
        Optional<String> pool,
        Optional<String> nodeAddresses,
        String image,
        String delivery,
        List<Machine> machines,
        List<String> addons,
        Duration limit) {
    public BootstrapPreview {
        machines = List.copyOf(machines);
        addons = List.copyOf(addons);
    }

    /** One machine of the cluster. */
    public record Machine(
            String name, String role, int cpu, int memoryMegabytes, int diskGigabytes, Optional<String> address) {}

    /** Computes the preview of a plan. Pure function. */
    public static BootstrapPreview of(BootstrapPlan plan) {
        ClusterBootstrapSpec spec = plan.resources().clusterBootstrap().getSpec();
        ManagementClusterPlan cluster =
                ManagementClusterPlan.of(spec, plan.provider().profile());
        return new BootstrapPreview(
                cluster.cluster(),
                plan.config().provider(),
                endpoint(cluster),
                AddonTemplateValues.pool(cluster),
                NodeAddressAssignment.of(spec)
                        .map(addressing -> addressing.room(cluster.machines().size())),
                NodeConfigurationPlanner.installation(cluster)
                        .image()
                        .orElse("the installer of Talos " + spec.talos().version()),
                cluster.usesUserData() ? "as user data" : "in maintenance mode",
                cluster.machines().stream().map(BootstrapPreview::machine).toList(),
                PlatformAddons.shipped().wanted(AddonVersionPlanner.of(cluster)).stream()
                        .map(PlatformAddon::name)
                        .toList(),
                RunTimeouts.standard().limit());
    }

    private static String endpoint(ManagementClusterPlan cluster) {
        if (cluster.isBalanced()) {
            return "the address of a load balancer";
        }
        return cluster.vip()
                .orElseGet(() ->
                        "the address of " + cluster.controlPlanes().getFirst().name());
    }

    private static Machine machine(PlannedMachine machine) {
        return new Machine(
                machine.name(),
                machine.role().word(),
                machine.pool().cpu(),
                machine.pool().memoryMB(),
                machine.pool().diskGB(),
                machine.address().map(MachineAddress::ip));
    }
}
