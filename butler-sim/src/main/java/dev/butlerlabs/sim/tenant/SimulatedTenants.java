package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.sim.cluster.control.ConditionDurationTracker;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Simulates Cluster API and hosted control planes in a management cluster: installs their CRDs, converts between the versions of Cluster API
 * and updates the objects as the real controllers do. After {@link #close()}, objects of Cluster API can be read in v1beta2 only.
 */
public final class SimulatedTenants implements AutoCloseable {
    private static final Duration DEFINITIONS_LIMIT = Duration.ofSeconds(60);
    private final KubernetesClient client;
    private final TenantDelays delays;
    private final CachedObjectStore store;
    private final ControlPlaneController planes;
    private final ClusterController clusters = new ClusterController();
    private final MachineDeploymentController deployments = new MachineDeploymentController();
    private final MachineController machines;
    private final ClusterApiCrds definitions;
    private final ConversionWebhookServer webhook;
    /** Independent of each other, as the real controllers are: a failure of one does not block the others. */
    private final List<Consumer<TenantNamespaceView>> controllers;

    private final List<Consumer<TenantNamespaceView>> whilePaused;

    private final NamespaceReconcileLoop loop = new NamespaceReconcileLoop(this::reconcile);

    private SimulatedTenants(
            KubernetesClient client,
            TenantDelays delays,
            Extent extent,
            ClusterApiCrds definitions,
            ConversionWebhookServer webhook) {
        this.client = client;
        this.delays = delays;
        this.definitions = definitions;
        this.webhook = webhook;
        this.machines = new MachineController(extent.clones());
        this.planes = new ControlPlaneController(extent.hosting());
        this.controllers = List.of(
                planes::reconcile,
                clusters::reconcile,
                deployments::reconcile,
                view -> machines.reconcile(view, planes));
        this.whilePaused = List.of(clusters::reportPaused);
        this.store = new CachedObjectStore(client, loop::changed);
    }

    /**
     * Installs the CRDs and starts the controllers, which run on threads of their own until {@link #close()}.
     *
     * @param kubeconfig kubeconfig of an administrator of the management cluster
     */
    public static SimulatedTenants start(String kubeconfig, TenantDelays delays) {
        return start(
                kubeconfig, delays, new Extent(SimulatedTenantCluster::new, Optional.of(new MachineCloneFactory())));
    }

    /**
     * Starts with control planes without an API server, and with machines without objects of bootstrap and infrastructure providers, so
     * that there can be thousands.
     */
    public static SimulatedTenants startHollow(String kubeconfig, TenantDelays delays) {
        return start(kubeconfig, delays, new Extent(_ -> new PlaceholderCluster(), Optional.empty()));
    }

    /**
     * Installs the CRDs without controllers and without conversion between their versions, in a cluster that cannot reach this machine: the
     * objects of tenants are stored, and nothing happens to them.
     */
    public static void installDefinitions(KubernetesClient client) {
        new CustomResourceDefinitions(client)
                .ensure(ClusterApiCrds.read().definitionsWithoutConversion(), DEFINITIONS_LIMIT);
    }

    /** How much of a tenant is simulated. */
    private record Extent(HostedCluster.Factory hosting, Optional<MachineCloneFactory> clones) {}

    private static SimulatedTenants start(String kubeconfig, TenantDelays delays, Extent extent) {
        KubernetesClient client =
                new KubeConnector("simulated-tenants").connect(Kubeconfig.parse(kubeconfig, "management cluster"));
        ClusterApiCrds definitions = ClusterApiCrds.read();
        ConversionWebhookServer webhook =
                new ConversionWebhookServer(new ClusterApiConverter(definitions::apiVersion)::convert);
        try {
            new CustomResourceDefinitions(client).ensure(definitions.definitions(webhook), DEFINITIONS_LIMIT);
            SimulatedTenants tenants = new SimulatedTenants(client, delays, extent, definitions, webhook);
            tenants.loop.start();
            return tenants;
        } catch (RuntimeException e) {
            webhook.close();
            client.close();
            throw e;
        }
    }

    private void reconcile(String namespace, ConditionDurationTracker waits) {
        TenantNamespaceView view = new TenantNamespaceView(namespace, store, waits, delays, definitions);
        RuntimeException failure = null;
        for (Consumer<TenantNamespaceView> controller : view.isPaused() ? whilePaused : controllers) {
            try {
                controller.accept(view);
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public void close() {
        loop.close();
        planes.close();
        store.close();
        client.close();
        webhook.close();
    }
}
