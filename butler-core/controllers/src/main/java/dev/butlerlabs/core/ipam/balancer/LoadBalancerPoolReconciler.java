package dev.butlerlabs.core.ipam.balancer;

import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.NamespacedReference;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.api.TenantClusterStatusBuilder;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.ReconcileFilter;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.Watch;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Reconciles the load balancer addresses of tenant clusters. Writes one condition of the TenantCluster status and leaves the rest
 * unchanged. Safe to run in several processes at the same time.
 */
public final class LoadBalancerPoolReconciler
        implements ReconcilerDefinition<TenantCluster, TenantClusterStatus, TenantCluster> {
    /** The condition type: MetalLB assigns the addresses of the cluster, and the cluster has as many as it needs. */
    public static final String BALANCED = "LoadBalancerAddresses";

    private static final Set<Phase> UP = EnumSet.of(Phase.READY, Phase.UPDATING);

    private final MetalLbPoolSynchronizer pass;
    private final LoadBalancerOptions options;

    public LoadBalancerPoolReconciler(
            KubernetesClient client, TenantClusterConnector ways, LoadBalancerOptions options, InstantSource clock) {
        this.pass = new MetalLbPoolSynchronizer(client, ways, options, clock);
        this.options = options;
    }

    @Override
    public String name() {
        return "tenant-balancers";
    }

    @Override
    public Class<TenantCluster> kind() {
        return TenantCluster.class;
    }

    @Override
    public TenantCluster scope(TenantCluster cluster) {
        return cluster;
    }

    /** Selects running clusters that have load balancer addresses. */
    @Override
    public ReconcileFilter concern(TenantCluster cluster) {
        TenantClusterStatus status = cluster.getStatus();
        boolean ours = status != null
                && !cluster.isMarkedForDeletion()
                && UP.contains(Objects.requireNonNullElse(status.phase(), Phase.PENDING))
                && status.kubeconfigSecretRef() != null
                && (status.lbAllocationRef() != null
                        || MetalLbPoolSynchronizer.named(cluster).isPresent());
        return ours ? ReconcileFilter.OURS : ReconcileFilter.FOREIGN;
    }

    @Override
    public List<Step<TenantCluster>> steps() {
        return List.of(Step.of(BALANCED, pass::run));
    }

    @Override
    public List<Condition> conditions(TenantCluster cluster) {
        return Optional.ofNullable(cluster.getStatus())
                .map(TenantClusterStatus::conditions)
                .orElse(List.of());
    }

    @Override
    public TenantClusterStatus status(TenantCluster cluster, TenantCluster scope, ReconcileOutcome outcome) {
        Condition now = ConditionEditor.find(outcome.conditions(), BALANCED).orElseThrow();
        return TenantClusterStatusBuilder.builder(cluster.getStatus())
                .conditions(ConditionEditor.set(
                        conditions(cluster),
                        BALANCED,
                        now.getStatus(),
                        now.getReason(),
                        now.getMessage(),
                        outcome.generation(),
                        outcome.time()))
                .build();
    }

    /** Reconciles the cluster when one of its IPAllocations changes, so that growth is offered at once. */
    @Override
    public List<Watch<?>> watches() {
        return List.of(new Watch<>(IPAllocation.class, Optional.empty(), LoadBalancerPoolReconciler::taker));
    }

    private static Set<ObjectName> taker(IPAllocation allocation) {
        NamespacedReference tenant = allocation.getSpec().tenantClusterRef();
        return Set.of(new ObjectName(tenant.namespace(), tenant.name()));
    }

    /** Polls, since Butler does not receive events of Services of another cluster. */
    @Override
    public Duration resync() {
        return options.pace();
    }

    @Override
    public Optional<Duration> failedRecheck() {
        return Optional.of(options.pace());
    }
}
