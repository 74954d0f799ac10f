package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec;
import dev.butlerlabs.core.api.TenantClusterSpec.MachineTemplate;
import dev.butlerlabs.core.api.TenantClusterSpec.Workers;
import dev.butlerlabs.core.kube.DecodedList;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.function.Function;

/**
 * What tenant clusters request. Pure functions.
 *
 * @param cpu CPU cores of all nodes
 * @param memory bytes of all nodes
 * @param storage bytes of all boot disks
 */
public record TeamUsage(int clusters, int nodes, BigDecimal cpu, BigDecimal memory, BigDecimal storage) {
    public static final TeamUsage NONE = new TeamUsage(0, 0, BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO);

    /** The values of a machine without a template, as in the CRD. */
    private static final Quantity CPU = new Quantity("4");

    private static final BigInteger GIBIBYTE = BigInteger.valueOf(1024L * 1024 * 1024);
    private static final Quantity MEMORY = new Quantity("16Gi");
    private static final Quantity STORAGE = new Quantity("100Gi");

    public TeamUsage {
        cpu = canonical(cpu);
        memory = canonical(memory);
        storage = canonical(storage);
    }

    /** Equal amounts get the same scale, so that usages can be compared. */
    private static BigDecimal canonical(BigDecimal amount) {
        BigDecimal shortest = amount.stripTrailingZeros();
        return shortest.setScale(Math.max(0, shortest.scale()));
    }

    /**
     * Returns the usage of clusters. One that is being deleted counts until it is gone; one that cannot be decoded counts as a cluster
     * without nodes.
     */
    public static TeamUsage of(DecodedList<TenantCluster> clusters, Optional<TeamSpec.ResourceLimits> limits) {
        TeamUsage unknown = NONE.withClusters(clusters.undecodable().size());
        return clusters.items().stream().map(cluster -> of(cluster, limits)).reduce(unknown, TeamUsage::plus);
    }

    /** Returns the usage of one cluster. Without a spec, which the API server accepts, it has no nodes. */
    public static TeamUsage of(TenantCluster cluster, Optional<TeamSpec.ResourceLimits> limits) {
        Optional<Workers> requested = Optional.ofNullable(cluster.getSpec()).map(TenantClusterSpec::workers);
        if (requested.isEmpty()) {
            return NONE.withClusters(1);
        }
        Workers workers = requested.get();
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

    TeamUsage withClusters(int count) {
        return new TeamUsage(count, nodes, cpu, memory, storage);
    }

    TeamUsage plus(TeamUsage other) {
        return new TeamUsage(
                clusters + other.clusters,
                nodes + other.nodes,
                cpu.add(other.cpu),
                memory.add(other.memory),
                storage.add(other.storage));
    }

    /** Returns the larger value of each amount. */
    TeamUsage max(TeamUsage other) {
        return new TeamUsage(
                Math.max(clusters, other.clusters),
                Math.max(nodes, other.nodes),
                cpu.max(other.cpu),
                memory.max(other.memory),
                storage.max(other.storage));
    }

    /** Returns the smaller value of each amount. */
    TeamUsage min(TeamUsage other) {
        return new TeamUsage(
                Math.min(clusters, other.clusters),
                Math.min(nodes, other.nodes),
                cpu.min(other.cpu),
                memory.min(other.memory),
                storage.min(other.storage));
    }

    /** Returns whether no amount is larger than that of another usage. */
    boolean isWithin(TeamUsage other) {
        return max(other).equals(other);
    }

    /** Returns a number of bytes in Gi if it is a whole number of them. */
    public static Quantity bytes(BigDecimal amount) {
        BigInteger whole = amount.toBigInteger();
        return whole.mod(GIBIBYTE).signum() == 0
                ? new Quantity(whole.divide(GIBIBYTE) + "Gi")
                : new Quantity(whole.toString());
    }
}
