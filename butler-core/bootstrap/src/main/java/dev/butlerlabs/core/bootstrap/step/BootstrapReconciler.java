package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.addon.PlatformAddons;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ClusterBootstrapStatus;
import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.LoadBalancerRequest;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.reconcile.EventRecorder;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.reconcile.Watch;
import dev.butlerlabs.core.version.KubernetesVersion;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reconciles a ClusterBootstrap into a management cluster. Idempotent; run by one process for each cluster at a time. Close it to close the
 * connections to new clusters.
 */
public final class BootstrapReconciler
        implements ReconcilerDefinition<ClusterBootstrap, ClusterBootstrapStatus, BootstrapReconcileContext>,
                AutoCloseable {
    private final MachineAccessSelector access;
    private final Optional<KubernetesVersion> kubernetes;
    private final NewClusterConnection cluster;
    private final List<Step<BootstrapReconcileContext>> steps;
    private final List<Step<BootstrapReconcileContext>> cleanup;

    /**
     * Creates the reconciliation.
     *
     * @param client connected to the engine that stores the resources
     * @param access decides how to connect to the machines of the cluster
     */
    public BootstrapReconciler(
            KubernetesClient client,
            ProviderRegistry providers,
            SecureRandom random,
            BootstrapOptions options,
            MachineAccessSelector access) {
        this(client, providers, random, options, access, Optional.empty());
    }

    /**
     * Creates the reconciliation of a new or restored cluster.
     *
     * @param client connected to the engine that stores the resources
     * @param access decides how to connect to the machines of the cluster
     * @param recovery what the cluster is restored from; its {@link RecoveryRecord} must have been started. Empty for a new cluster
     */
    public BootstrapReconciler(
            KubernetesClient client,
            ProviderRegistry providers,
            SecureRandom random,
            BootstrapOptions options,
            MachineAccessSelector access,
            Optional<ClusterRecovery> recovery) {
        this.access = access;
        this.kubernetes = recovery.flatMap(ClusterRecovery::kubernetes);
        this.cluster = new NewClusterConnection(random, options, NewClusterConnection.Connector::overHttp);
        MachinesStep machines = new MachinesStep(client, options.kubernetesPort());
        BalancerStep balancer = new BalancerStep(client, options.kubernetesPort());
        TalosNodeConnector.Factory talos = GrpcNodeConnector.factory(options);
        NewClusterSteps inside = new NewClusterSteps(cluster, PlatformAddons.shipped(), options);
        KubeconfigStep kubeconfig = new KubeconfigStep(client, random, options);
        List<Step<BootstrapReconcileContext>> all = new ArrayList<>(List.of(
                Step.of(StepNames.PROVIDER, new ProviderStep(client, providers)::run),
                Step.of(StepNames.SECRETS, new SecretsStep(client, random, options)::run),
                Step.of(StepNames.BALANCER_REQUESTED, balancer::request),
                Step.of(StepNames.ADDRESSES, new AddressesStep(client)::run),
                Step.of(StepNames.MACHINES_REQUESTED, machines::request),
                Step.of(StepNames.MACHINES_RUNNING, machines::awaitRunning),
                Step.of(StepNames.ENDPOINT, balancer::settle),
                Step.of(
                        StepNames.TALOS,
                        new TalosConfigurationStep(talos, options, new EventRecorder(client, name(), options.clock()))
                                ::run)));
        all.addAll(recovery.map(from -> new RecoverySteps(client, talos, options, from).after(kubeconfig, inside))
                .orElseGet(() -> ofNewCluster(client, new EtcdStep(talos, options), kubeconfig, inside)));
        this.steps = List.copyOf(all);
        this.cleanup =
                List.of(Step.of("MachinesRemoved", machines::remove), Step.of("LoadBalancerRemoved", balancer::remove));
    }

    private static List<Step<BootstrapReconcileContext>> ofNewCluster(
            KubernetesClient client, EtcdStep etcd, KubeconfigStep kubeconfig, NewClusterSteps inside) {
        return List.of(
                Step.of(StepNames.ETCD, etcd::run),
                Step.of(StepNames.ACCESS, kubeconfig::run),
                Step.of(StepNames.API, inside::awaitApi),
                Step.of(StepNames.ADDONS, inside::installAddons),
                Step.of(StepNames.NODES, scope -> awaitNodes(scope, inside, etcd)),
                Step.of(StepNames.PIVOT, new PivotStep(client, inside)::run));
    }

    static StepResult awaitNodes(BootstrapReconcileContext scope, NewClusterSteps inside, EtcdStep etcd) {
        StepResult nodes = inside.awaitNodes(scope);
        return nodes instanceof StepResult.Done ? etcd.awaitVoters(scope) : nodes;
    }

    @Override
    public String name() {
        return "cluster-bootstrap";
    }

    @Override
    public Class<ClusterBootstrap> kind() {
        return ClusterBootstrap.class;
    }

    @Override
    public BootstrapReconcileContext scope(ClusterBootstrap resource) {
        return new BootstrapReconcileContext(resource, access, _ -> true, kubernetes);
    }

    @Override
    public List<Step<BootstrapReconcileContext>> steps() {
        return steps;
    }

    @Override
    public Optional<Cleanup<BootstrapReconcileContext>> cleanup() {
        return Optional.of(new Cleanup<>(Finalizers.CLUSTER_BOOTSTRAP, cleanup));
    }

    @Override
    public boolean isPaused(ClusterBootstrap resource) {
        return Boolean.TRUE.equals(resource.getSpec().paused()) && !resource.isMarkedForDeletion();
    }

    @Override
    public List<Watch<?>> watches() {
        return List.of(
                Watch.owned(ImageSync.class, ClusterBootstrap.class),
                Watch.owned(IPAllocation.class, ClusterBootstrap.class),
                Watch.owned(MachineRequest.class, ClusterBootstrap.class),
                Watch.owned(LoadBalancerRequest.class, ClusterBootstrap.class));
    }

    @Override
    public List<Condition> conditions(ClusterBootstrap resource) {
        return Optional.ofNullable(resource.getStatus())
                .map(ClusterBootstrapStatus::conditions)
                .orElse(List.of());
    }

    @Override
    public ClusterBootstrapStatus status(
            ClusterBootstrap resource, BootstrapReconcileContext scope, ReconcileOutcome outcome) {
        return BootstrapStatusRenderer.render(resource, scope, outcome);
    }

    /** Closes the connections to new clusters. */
    @Override
    public void close() {
        cluster.close();
    }
}
