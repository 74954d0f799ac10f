package dev.butlerlabs.core.team;

import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.MachineTemplate;
import dev.butlerlabs.core.api.TenantClusterSpec.Workers;
import dev.butlerlabs.core.kube.DecodedList;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the tenant clusters of a team request. Pure functions.
 *
 * @param cpu CPU cores of all nodes
 * @param memory bytes of all nodes
 * @param storage bytes of all boot disks
 */
record TeamUsage(int clusters, int nodes, BigDecimal cpu, BigDecimal memory, BigDecimal storage) {
    /** The values of a machine without a template, as in the CRD. */
    private static final Quantity CPU = new Quantity("4");

    private static final Quantity MEMORY = new Quantity("16Gi");
    private static final Quantity STORAGE = new Quantity("100Gi");

    /**
     * Returns the usage of clusters. One that is being deleted counts until it is gone; one that cannot be decoded counts as a cluster
     * without nodes.
     */
    static TeamUsage of(DecodedList<TenantCluster> clusters, Optional<TeamSpec.ResourceLimits> limits) {
        TeamUsage unknown =
                new TeamUsage(clusters.undecodable().size(), 0, BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO);
        return clusters.items().stream().map(cluster -> of(cluster, limits)).reduce(unknown, TeamUsage::plus);
    }

    private static TeamUsage of(TenantCluster cluster, Optional<TeamSpec.ResourceLimits> limits) {
        Workers workers = cluster.getSpec().workers();
        Optional<MachineTemplate> template = Optional.ofNullable(workers.machineTemplate());
        BigDecimal nodes = BigDecimal.valueOf(workers.replicas());
        Quantity cpu = template.map(MachineTemplate::cpu)
                .map(count -> new Quantity(count.toString()))
                .or(() -> assumed(limits, TeamSpec.ResourceLimits::defaultCPUPerNode))
                .orElse(CPU);
        Quantity memory = template.map(MachineTemplate::memory)
                .or(() -> assumed(limits, TeamSpec.ResourceLimits::defaultMemoryPerNode))
                .orElse(MEMORY);
        Quantity storage = template.map(MachineTemplate::diskSize).orElse(STORAGE);
        return new TeamUsage(
                1,
                workers.replicas(),
                nodes.multiply(cpu.getNumericalAmount()),
                nodes.multiply(memory.getNumericalAmount()),
                nodes.multiply(storage.getNumericalAmount()));
    }

    private static Optional<Quantity> assumed(
            Optional<TeamSpec.ResourceLimits> limits, Function<TeamSpec.ResourceLimits, Quantity> field) {
        return limits.map(field);
    }

    private TeamUsage plus(TeamUsage other) {
        return new TeamUsage(
                clusters + other.clusters,
                nodes + other.nodes,
                cpu.add(other.cpu),
                memory.add(other.memory),
                storage.add(other.storage));
    }
}
