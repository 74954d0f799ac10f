package dev.butlerlabs.core.bootstrap;

import dev.butlerlabs.core.addon.PlatformAddon;
import dev.butlerlabs.core.addon.PlatformAddons;
import dev.butlerlabs.core.api.ClusterBootstrapSpec;
import dev.butlerlabs.core.api.MachineAddress;
import dev.butlerlabs.core.bootstrap.ClusterPlan.PlannedMachine;
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
public record Outline(
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
    public Outline {
        machines = List.copyOf(machines);
        addons = List.copyOf(addons);
    }

    /** One machine of the cluster. */
    public record Machine(
            String name, String role, int cpu, int memoryMegabytes, int diskGigabytes, Optional<String> address) {}

    /** Computes the preview of a plan. Pure function. */
    public static Outline of(BootstrapPlan plan) {
        ClusterBootstrapSpec spec = plan.resources().clusterBootstrap().getSpec();
        ClusterPlan cluster = ClusterPlan.of(spec, plan.provider().profile());
        return new Outline(
                cluster.cluster(),
                plan.config().provider(),
                endpoint(cluster),
                AddonPlaces.pool(cluster),
                NodeAddressing.of(spec)
                        .map(addressing -> addressing.room(cluster.machines().size())),
                NodeConfigurations.installation(cluster)
                        .image()
                        .orElse("the installer of Talos " + spec.talos().version()),
                cluster.usesUserData() ? "as user data" : "in maintenance mode",
                cluster.machines().stream().map(Outline::machine).toList(),
                PlatformAddons.shipped().wanted(AddonChoices.of(cluster)).stream()
                        .map(PlatformAddon::name)
                        .toList(),
                RunTempo.standard().limit());
    }

    private static String endpoint(ClusterPlan cluster) {
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
