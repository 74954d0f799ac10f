package dev.butlerlabs.core.bootstrap.plan;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ClusterBootstrapSpec;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigDelivery;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.MachinePool;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Topology;
import dev.butlerlabs.core.api.MachineAddress;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.provider.ProviderProfile;
import dev.butlerlabs.core.provider.ProviderProfile.Hosting;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The machines and endpoint of a ClusterBootstrap on its infrastructure. Immutable; the same spec gives the same plan.
 *
 * @param vip the virtual address of the control plane; always empty in clouds, where machines cannot claim addresses
 * @param isBalanced whether a load balancer of the infrastructure serves the control plane
 */
public record ManagementClusterPlan(
        ClusterBootstrapSpec spec,
        ProviderProfile profile,
        List<PlannedMachine> machines,
        Optional<String> vip,
        boolean isBalanced) {
    public ManagementClusterPlan {
        machines = List.copyOf(machines);
    }

    /**
     * One machine of the cluster.
     *
     * @param address the address chosen by the operator, if any
     */
    public record PlannedMachine(String name, MachineRole role, MachinePool pool, Optional<MachineAddress> address) {
        PlannedMachine(String name, MachineRole role, MachinePool pool) {
            this(name, role, pool, Optional.empty());
        }

        PlannedMachine at(Optional<MachineAddress> chosen) {
            return new PlannedMachine(name, role, pool, chosen);
        }
    }

    /** Returns the plan of a new cluster. */
    public static ManagementClusterPlan of(ClusterBootstrapSpec spec, ProviderProfile profile) {
        return of(spec, profile, Set.of());
    }

    /** Returns the plan of a cluster, without the machines that were removed from it. */
    public static ManagementClusterPlan of(ClusterBootstrap bootstrap, ProviderProfile profile) {
        return of(bootstrap.getSpec(), profile, MachineNames.removed(bootstrap));
    }

    private static ManagementClusterPlan of(ClusterBootstrapSpec spec, ProviderProfile profile, Set<String> removed) {
        boolean single = spec.cluster().topology() == Topology.SINGLE_NODE;
        boolean cloud = profile.hosting() == Hosting.CLOUD;
        Optional<String> vip = Optional.ofNullable(spec.network().vip())
                .filter(Predicate.not(String::isBlank))
                .filter(address -> !cloud);
        boolean balanced = cloud && !single;
        return new ManagementClusterPlan(spec, profile, machines(spec, single, removed), vip, balanced).at(Map.of());
    }

    /**
     * Returns the same plan with an address for every machine, if the operator chooses the addresses.
     *
     * @param held the addresses that machines already have, by name
     */
    public ManagementClusterPlan at(Map<String, String> held) {
        Optional<NodeAddressAssignment> addressing = NodeAddressAssignment.of(spec);
        if (addressing.isEmpty()) {
            return this;
        }
        Map<String, String> chosen = addressing
                .get()
                .choose(machines.stream().map(PlannedMachine::name).toList(), held);
        List<PlannedMachine> placed = machines.stream()
                .map(machine -> machine.at(
                        Optional.ofNullable(chosen.get(machine.name())).map(addressing.get()::address)))
                .toList();
        return new ManagementClusterPlan(spec, profile, placed, vip, isBalanced);
    }

    private static List<PlannedMachine> machines(ClusterBootstrapSpec spec, boolean single, Set<String> removed) {
        String cluster = spec.cluster().name();
        MachinePool controlPlane = spec.cluster().controlPlane();
        int controlPlanes = single ? 1 : controlPlane.replicas();
        Stream<PlannedMachine> first =
                MachineNames.of(cluster, MachineRole.CONTROL_PLANE, controlPlanes, removed).stream()
                        .map(name -> new PlannedMachine(name, MachineRole.CONTROL_PLANE, controlPlane));
        Optional<MachinePool> workers =
                Optional.ofNullable(spec.cluster().workers()).filter(pool -> !single);
        Stream<PlannedMachine> others = workers.stream()
                .flatMap(pool -> MachineNames.of(cluster, MachineRole.WORKER, pool.replicas(), removed).stream()
                        .map(name -> new PlannedMachine(name, MachineRole.WORKER, pool)));
        return Stream.concat(first, others).toList();
    }

    /**
     * Returns whether machines are created with their configuration as user data: the infrastructure supports it, and the API address,
     * which is part of the configuration, is known before the machines exist.
     */
    public boolean usesUserData() {
        return delivery() != ConfigDelivery.MAINTENANCE && profile.userData() && (vip.isPresent() || isBalanced);
    }

    public ConfigDelivery delivery() {
        return Objects.requireNonNullElse(spec.talos().configDelivery(), ConfigDelivery.AUTO);
    }

    public String cluster() {
        return spec.cluster().name();
    }

    public List<PlannedMachine> controlPlanes() {
        return machines.stream()
                .filter(machine -> machine.role() == MachineRole.CONTROL_PLANE)
                .toList();
    }

    boolean hasWorkers() {
        return machines.size() > controlPlanes().size();
    }
}
