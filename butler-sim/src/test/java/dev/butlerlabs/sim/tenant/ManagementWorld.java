package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.embedded.RequestInterceptor;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.ReconcilerHost;
import dev.butlerlabs.core.reconcile.ReconcilerHostOptions;
import dev.butlerlabs.core.retry.Backoff;
import dev.butlerlabs.core.tenant.TenantOptions;
import dev.butlerlabs.core.tenant.TenantReconciler;
import dev.butlerlabs.core.tenant.UserSpecifiedAddresses;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A management cluster of a test's own, with the reconciliation of tenant clusters and those who make them. */
public final class ManagementWorld implements AutoCloseable {
    public static final String HOME = "butler-tenants";
    private static final long PATIENCE_SECONDS = 120;

    private final Backend backend;
    private final KubernetesClient client;
    private final ReconcilerHost host;

    /**
     * An API server and the controllers of Cluster API and hosted control planes in it.
     *
     * @param close stops them
     */
    record Backend(String kubeconfig, Runnable close) {}

    private ManagementWorld(
            Function<String, SimulatedTenants> simulation,
            UnaryOperator<ReconcilerDefinition<?, ?, ?>> around,
            TenantOptions options,
            RequestInterceptor gate) {
        this(simulated(simulation, gate), around, options);
    }

    private ManagementWorld(
            Backend backend, UnaryOperator<ReconcilerDefinition<?, ?, ?>> around, TenantOptions options) {
        this.backend = backend;
        client = new KubeConnector("test").connect(Kubeconfig.parse(backend.kubeconfig(), "test"));
        for (String namespace : List.of("butler-system", HOME)) {
            client.resource(namespace(namespace)).serverSideApply();
        }
        host = ReconcilerHost.start(
                client,
                List.of(around.apply(
                        new TenantReconciler(client, new UserSpecifiedAddresses(), ProviderRegistry.load(), options))),
                ReconcilerHostOptions.standard()
                        .withConcurrency(8)
                        .withBackoff(new Backoff(Duration.ofMillis(50), 2, Duration.ofSeconds(1), 0.2)));
    }

    private static Backend simulated(Function<String, SimulatedTenants> simulation, RequestInterceptor gate) {
        EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                .withGate(gate)
                .withDefinitions(new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
        SimulatedTenants tenants = simulation.apply(server.kubeconfig());
        return new Backend(server.kubeconfig(), () -> {
            tenants.close();
            server.close();
        });
    }

    private static Namespace namespace(String name) {
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .build();
    }

    /** Runs the reconciliation of tenant clusters on a backend, which {@link #close} stops. */
    static ManagementWorld on(Backend backend) {
        return new ManagementWorld(backend, UnaryOperator.identity(), TenantOptions.brisk());
    }

    static ManagementWorld brisk() {
        return brisk(RequestInterceptor.OPEN);
    }

    static ManagementWorld brisk(RequestInterceptor gate) {
        return brisk(TenantOptions.brisk(), gate);
    }

    static ManagementWorld brisk(TenantOptions options, RequestInterceptor gate) {
        return new ManagementWorld(
                kubeconfig -> SimulatedTenants.start(kubeconfig, TenantDelays.QUICK),
                UnaryOperator.identity(),
                options,
                gate);
    }

    /** One whose tenants have nothing behind their control planes. */
    static ManagementWorld hollow() {
        return hollow(UnaryOperator.identity(), RequestInterceptor.OPEN);
    }

    /** The same with somebody around the reconciliation, and somebody at the door of the API. */
    public static ManagementWorld hollow(UnaryOperator<ReconcilerDefinition<?, ?, ?>> around, RequestInterceptor gate) {
        return new ManagementWorld(
                kubeconfig -> SimulatedTenants.startHollow(kubeconfig, TenantDelays.QUICK),
                around,
                TenantOptions.brisk(),
                gate);
    }

    public String kubeconfig() {
        return backend.kubeconfig();
    }

    public KubernetesClient client() {
        return client;
    }

    private GenericKubernetesResource parse(String yaml) {
        return client.getKubernetesSerialization().unmarshal(yaml, GenericKubernetesResource.class);
    }

    private void apply(GenericKubernetesResource object) {
        client.genericKubernetesResources(object.getApiVersion(), object.getKind())
                .inNamespace(object.getMetadata().getNamespace())
                .resource(object)
                .patch(new PatchContext.Builder()
                        .withPatchType(PatchType.SERVER_SIDE_APPLY)
                        .withFieldManager("test")
                        .withForce(true)
                        .build());
    }

    /** An infrastructure; the spec without its credentials reference. */
    void provider(String name, String spec, Map<String, String> credentials) {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace("butler-system")
                        .endMetadata()
                        .withStringData(credentials)
                        .build())
                .create();
        apply(parse("""
                apiVersion: %s/v1alpha1
                kind: ProviderConfig
                metadata: {name: %s, namespace: butler-system}
                spec: {credentialsRef: {name: %s}, %s}
                """.formatted(ApiGroup.NAME, name, name, spec)));
    }

    void mergeCredentials(String name, Map<String, String> values) {
        client.secrets()
                .inNamespace("butler-system")
                .withName(name)
                .edit(secret -> new SecretBuilder(secret).withStringData(values).build());
    }

    void mergeProvider(String name, String json) {
        client.resources(ProviderConfig.class)
                .inNamespace("butler-system")
                .withName(name)
                .patch(PatchContext.of(PatchType.JSON_MERGE), json);
    }

    public void harvester() {
        provider(
                "default",
                "provider: harvester, harvester: {networkName: default/lan, imageName: default/rocky}",
                Map.of("kubeconfig", "x"));
    }

    public void tenant(String name, String spec) {
        tenant(name, spec, Map.of());
    }

    void tenant(String name, String spec, Map<String, String> annotations) {
        GenericKubernetesResource tenant = parse("""
                apiVersion: %s/v1alpha1
                kind: TenantCluster
                metadata: {name: %s, namespace: %s}
                spec: {%s}
                """.formatted(ApiGroup.NAME, name, HOME, spec));
        tenant.getMetadata().setAnnotations(annotations);
        apply(tenant);
    }

    public Resource<TenantCluster> named(String name) {
        return client.resources(TenantCluster.class).inNamespace(HOME).withName(name);
    }

    void merge(String name, String json) {
        named(name).patch(PatchContext.of(PatchType.JSON_MERGE), json);
    }

    TenantCluster awaitReady(String name) {
        return await(
                name,
                cluster -> cluster.getStatus().phase() == Phase.READY
                        && cluster.getMetadata()
                                .getGeneration()
                                .equals(cluster.getStatus().observedGeneration()));
    }

    /** Waits for a status that fits, and tells the last one when none comes. */
    TenantCluster await(String name, Predicate<TenantCluster> wanted) {
        try {
            return named(name)
                    .waitUntilCondition(
                            cluster -> cluster != null && cluster.getStatus() != null && wanted.test(cluster),
                            PATIENCE_SECONDS,
                            TimeUnit.SECONDS);
        } catch (RuntimeException e) {
            throw new AssertionError("never came: " + status(name), e);
        }
    }

    void awaitGone(String name) {
        try {
            named(name).waitUntilCondition(cluster -> cluster == null, PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (RuntimeException e) {
            throw new AssertionError("never went: " + status(name), e);
        }
    }

    private Optional<TenantClusterStatus> status(String name) {
        return Optional.ofNullable(named(name).get()).map(TenantCluster::getStatus);
    }

    List<GenericKubernetesResource> parts(String apiVersion, String kind, String namespace) {
        return client.genericKubernetesResources(apiVersion, kind)
                .inNamespace(namespace)
                .list()
                .getItems();
    }

    @Override
    public void close() {
        host.close();
        client.close();
        backend.close().run();
    }
}
