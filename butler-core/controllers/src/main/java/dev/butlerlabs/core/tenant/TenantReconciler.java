package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.ClusterCreationPolicy;
import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.NamespacedReference;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.ManagementPolicy;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.quota.ClusterReservations;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.Watch;
import dev.butlerlabs.core.reconcile.WatchedObjectCache;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reconciles a TenantCluster through its lifecycle. Idempotent; the host runs one reconciliation of a cluster at a time, in one process.
 */
public final class TenantReconciler
        implements ReconcilerDefinition<TenantCluster, TenantClusterStatus, TenantReconcileContext> {
    private static final String OURS = Labels.MANAGED_BY + "=butler," + Labels.SOURCE_NAME;

    private final WatchedObjectCache<TenantAddon> addons = new WatchedObjectCache<>();
    private final ProviderDependentFinder dependents = new ProviderDependentFinder();
    private final ObservedObjects observed = new ObservedObjects();
    private final QuotaWaitIndex waiting;
    private final WorkerImageIndex images = new WorkerImageIndex();
    private final TenantSteps steps;
    private final TenantOptions options;

    /** @param providers the installed providers, for the images that they can import */
    public TenantReconciler(
            KubernetesClient client,
            TenantAddressProvider addresses,
            ProviderRegistry providers,
            TenantOptions options) {
        ServedResourceTypes served = new ServedResourceTypes(client, options.clock());
        PollIntervals intervals = new PollIntervals(options, observed::areWatched);
        WatchedObjectCache<ClusterCreationPolicy> policies = new WatchedObjectCache<>();
        ClusterReservations reservations = new ClusterReservations(
                client, policies, observed.platform(), new ProviderConfigFinder(client), options.clock());
        this.waiting = new QuotaWaitIndex(reservations, policies);
        QuotaStep quota = new QuotaStep(reservations, waiting);
        WorkerImageStep image = new WorkerImageStep(
                client, name -> providers.find(name).flatMap(InfrastructureProvider::image), images, options);
        this.steps = new TenantSteps(client, addons, observed, addresses, served, intervals, quota, image, options);
        this.options = options;
    }

    @Override
    public String name() {
        return "tenant-cluster";
    }

    @Override
    public Class<TenantCluster> kind() {
        return TenantCluster.class;
    }

    @Override
    public TenantReconcileContext scope(TenantCluster cluster) {
        dependents.register(cluster);
        waiting.register(cluster);
        images.forgetDeleted(cluster);
        return new TenantReconcileContext(cluster);
    }

    @Override
    public List<Step<TenantReconcileContext>> steps() {
        return steps.creation();
    }

    @Override
    public Optional<Cleanup<TenantReconcileContext>> cleanup() {
        return Optional.of(new Cleanup<>(Finalizers.TENANT_CLUSTER, steps.removal()));
    }

    /** A cluster in mode Observe is not changed, but a requested deletion continues. */
    @Override
    public boolean isPaused(TenantCluster cluster) {
        return !cluster.isMarkedForDeletion()
                && Optional.ofNullable(cluster.getSpec().managementPolicy())
                        .map(ManagementPolicy::mode)
                        .filter(ManagementPolicy.Mode.OBSERVE::equals)
                        .isPresent();
    }

    @Override
    public boolean combinesEvents() {
        return true;
    }

    @Override
    public List<Condition> conditions(TenantCluster cluster) {
        return Optional.ofNullable(cluster.getStatus())
                .map(TenantClusterStatus::conditions)
                .orElse(List.of());
    }

    @Override
    public TenantClusterStatus status(TenantCluster cluster, TenantReconcileContext scope, ReconcileOutcome outcome) {
        return TenantStatusRenderer.render(scope, outcome);
    }

    @Override
    public List<Watch<?>> watches() {
        List<Watch<?>> watches = new ArrayList<>();
        watches.add(new Watch<>(IPAllocation.class, Optional.empty(), TenantReconciler::taker));
        watches.add(new Watch<>(TenantAddon.class, Optional.empty(), TenantReconciler::host).into(addons));
        watches.add(new Watch<>(Namespace.class, Optional.of(OURS), TenantReconciler::source)
                .into(observed.namespaces())
                .filtered(changes()));
        watches.addAll(dependents.watches(observed));
        watches.addAll(waiting.watches());
        watches.add(images.watch());
        observed.caches()
                .forEach((type, cache) ->
                        watches.add(Watch.generic(type.apiVersion(), type.kind(), OURS, TenantReconciler::source)
                                .into(cache)
                                .filtered(changes())));
        return watches;
    }

    private <T extends HasMetadata> Watch.Filter<T> changes() {
        return new Watch.Filter<>(object -> !steps.isReportedOwnCreation(object), RelevantState::isChange);
    }

    /** Reconciles the cluster when its addresses are allocated. */
    private static Set<ObjectName> taker(IPAllocation allocation) {
        NamespacedReference tenant = allocation.getSpec().tenantClusterRef();
        return Set.of(new ObjectName(tenant.namespace(), tenant.name()));
    }

    private static Set<ObjectName> host(TenantAddon addon) {
        return Set.of(new ObjectName(
                addon.getMetadata().getNamespace(), addon.getSpec().clusterRef().name()));
    }

    /** Returns the TenantCluster that an object belongs to, from its labels. */
    private static Set<ObjectName> source(HasMetadata part) {
        Map<String, String> labels =
                Optional.ofNullable(part.getMetadata().getLabels()).orElse(Map.of());
        String namespace = labels.get(Labels.SOURCE_NAMESPACE);
        String name = labels.get(Labels.SOURCE_NAME);
        return namespace == null || name == null ? Set.of() : Set.of(new ObjectName(namespace, name));
    }

    @Override
    public Duration resync() {
        return options.resync();
    }
}
