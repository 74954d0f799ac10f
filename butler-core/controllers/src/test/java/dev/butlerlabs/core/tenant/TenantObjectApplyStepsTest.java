package dev.butlerlabs.core.tenant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatusBuilder;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.embedded.testing.InMemoryWorld;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.clusterapi.ApiEndpoint;
import dev.butlerlabs.core.provider.clusterapi.TenantAddresses;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.tenant.render.RenderedTenantObjects;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class TenantObjectApplyStepsTest {
    private static final TenantResourceType INFRASTRUCTURE =
            new TenantResourceType("infrastructure.cluster.x-k8s.io/v1alpha1", "KubevirtCluster");
    private static final List<TenantResourceType> CLUSTER_API =
            List.of(TenantResourceType.CLUSTER, TenantResourceType.CONTROL_PLANE, INFRASTRUCTURE);
    private static final List<TenantResourceType> BOTH_PROVIDERS = List.of(
            TenantResourceType.CLUSTER,
            TenantResourceType.CONTROL_PLANE,
            INFRASTRUCTURE,
            new TenantResourceType("infrastructure.cluster.x-k8s.io/v1alpha1", "HarvesterCluster"),
            new TenantResourceType("infrastructure.cluster.x-k8s.io/v1alpha1", "HarvesterMachineTemplate"));
    /** The types of {@link TenantStepObjects#rendered}. */
    private static final List<TenantResourceType> RENDERED = List.of(
            World.type("HarvesterCluster"),
            World.type("KamajiControlPlane"),
            World.type("Cluster"),
            World.type("KubeadmConfigTemplate"),
            World.type("TalosConfigTemplate"),
            World.type("HarvesterMachineTemplate"),
            World.type("MachineDeployment"),
            TenantResourceType.MACHINE_DEPLOYMENT);

    private static final TenantAddressProvider.Answer.Granted GRANTED = new TenantAddressProvider.Answer.Granted(
            TenantAddresses.none(),
            Optional.of(new LocalReference("nodes")),
            Optional.empty(),
            "Addresses 10.0.0.1-10.0.0.9 assigned.");

    private World world = new World(List.of());

    /** Replaces the world by one with more types. */
    private void install(List<TenantResourceType> types) {
        world.close();
        world = new World(types);
    }

    /** An API and the steps of one process. */
    private static final class World implements InMemoryWorld, TenantAddressProvider {
        private final SteppedClock clock = new SteppedClock();
        private final InMemoryKubernetes api;
        private final TenantOptions options = new TenantOptions(
                Duration.ofSeconds(10), Duration.ofMinutes(10), Duration.ofMinutes(5), Duration.ofMinutes(30), clock);
        private TenantReconcileContext context = TenantStepObjects.context();
        private TenantObjectApplySteps steps;
        private Answer answer = GRANTED;

        /** @param installed the types that the management cluster serves besides those of Butler */
        private World(List<TenantResourceType> installed) {
            api = InMemoryKubernetes.open(
                    clock,
                    new EffectLog(),
                    installed.stream().map(TenantCrds::definition).toList());
            steps = steps();
        }

        /** Returns the steps of a new process without watches. */
        private TenantObjectApplySteps steps() {
            return steps(new ObservedObjects());
        }

        private TenantObjectApplySteps steps(ObservedObjects observed) {
            DynamicResourceClient objects = new DynamicResourceClient(api.client(), observed, options);
            return new TenantObjectApplySteps(
                    objects, new NamespaceAccess(objects), new ServedResourceTypes(api.client(), clock), this, options);
        }

        private void restart() {
            steps = steps();
        }

        private void namespace(Map<String, String> labels) {
            api.client()
                    .resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(TenantStepObjects.NAMESPACE)
                            .withLabels(labels)
                            .endMetadata()
                            .build())
                    .create();
        }

        private Namespace namespace() {
            return api.client()
                    .namespaces()
                    .withName(TenantStepObjects.NAMESPACE)
                    .get();
        }

        private static TenantResourceType type(String kind) {
            return new TenantResourceType("example.test/v1", kind);
        }

        private GenericKubernetesResource find(String kind, String name) {
            return TenantCrds.objects(api.client(), type(kind))
                    .inNamespace(TenantStepObjects.NAMESPACE)
                    .withName(name)
                    .get();
        }

        private void store(TenantResourceType type, Map<String, Object> spec) {
            GenericKubernetesResource object = TenantStepObjects.object(type.kind(), "demo", "spec", spec);
            object.setApiVersion(type.apiVersion());
            TenantCrds.objects(api.client(), type)
                    .inNamespace(TenantStepObjects.NAMESPACE)
                    .resource(object)
                    .create();
        }

        /** Sets a cluster on Harvester whose objects can be rendered. */
        private void plannable(String system) {
            TenantCluster cluster = Serialization.unmarshal("""
                    apiVersion: butler.butlerlabs.dev/v1alpha1
                    kind: TenantCluster
                    metadata: {name: demo, namespace: team-a, uid: 0a1b2c3d-0000-4000-8000-000000000001}
                    spec:
                      kubernetesVersion: v1.31.0
                      controlPlane: {replicas: 1}
                      workers:
                        replicas: 2
                        machineTemplate:
                          {cpu: 4, memory: 8Gi, diskSize: 50Gi, os: {type: %s, imageRef: default/image}}
                    """.formatted(system), TenantCluster.class);
            ProviderConfig provider = Serialization.unmarshal("""
                    apiVersion: butler.butlerlabs.dev/v1alpha1
                    kind: ProviderConfig
                    metadata: {name: harvester, namespace: butler-system}
                    spec: {provider: harvester, credentialsRef: {name: h}, harvester: {networkName: default/lan}}
                    """, ProviderConfig.class);
            context = new TenantReconcileContext(cluster);
            context.enter(provider, Credentials.none(), Optional.empty());
            context.granted(GRANTED);
        }

        @Override
        public Answer provide(TenantCluster cluster, ProviderConfig provider) {
            return answer;
        }

        @Override
        public Optional<String> release(TenantCluster cluster) {
            throw new UnsupportedOperationException("release");
        }

        @Override
        public InMemoryKubernetes api() {
            return api;
        }
    }

    @AfterEach
    void close() {
        world.close();
    }

    private StepResult waiting(String reason, String message) {
        return StepResult.waiting(reason, message, world.options.recheck());
    }

    private StepResult network(TenantAddressProvider.Answer answer) {
        world.answer = answer;
        world.context.enter(new ProviderConfig(), Credentials.none(), Optional.empty());
        return world.steps.network(world.context);
    }

    @Test
    void keepsTheAssignedAddresses() {
        assertEquals(StepResult.done("NetworkReachable", "Addresses 10.0.0.1-10.0.0.9 assigned."), network(GRANTED));

        assertEquals(Optional.of(GRANTED), world.context.addresses());
    }

    @Test
    void waitsForAddresses() {
        assertEquals(
                waiting("PoolExhausted", "The pool is full."),
                network(new TenantAddressProvider.Answer.Pending("PoolExhausted", "The pool is full.")));

        assertEquals(Optional.empty(), world.context.addresses());
    }

    @Test
    void failsOnARefusedAddressRequest() {
        assertEquals(
                StepResult.failed("NoPool", "There is no pool."),
                network(new TenantAddressProvider.Answer.Refused("NoPool", "There is no pool.")));
    }

    @Test
    void waitsForClusterApi() {
        world.plannable("rocky");

        assertEquals(
                waiting(
                        "ClusterApiMissing",
                        "The management cluster does not serve Cluster, StewardControlPlane, KubevirtCluster. Waiting for the Cluster API provider to be installed."),
                world.steps.plan(world.context));
    }

    @Test
    void waitsForTheMissingTypesOnly() {
        install(List.of(TenantResourceType.CLUSTER, TenantResourceType.CONTROL_PLANE));
        world.plannable("rocky");

        assertEquals(
                waiting(
                        "ClusterApiMissing",
                        "The management cluster does not serve KubevirtCluster. Waiting for the Cluster API provider to be installed."),
                world.steps.plan(world.context));
    }

    @Test
    void rendersTheObjectsWithoutAnEndpointAtFirst() {
        install(CLUSTER_API);
        world.plannable("rocky");
        int before = world.effects().count();

        assertEquals(StepResult.done(), world.steps.plan(world.context));

        assertEquals("KubevirtCluster", world.context.wanted().infrastructure().getKind());
        assertEquals(Optional.empty(), world.context.endpoint());
        assertEquals(before, world.effects().count());
    }

    @Test
    void usesTheInstalledProviderOfTheInfrastructure() {
        install(BOTH_PROVIDERS);
        world.plannable("rocky");

        world.steps.plan(world.context);

        assertEquals("HarvesterCluster", world.context.wanted().infrastructure().getKind());
    }

    @Test
    void keepsTheProviderWithWhichTheClusterWasCreated() {
        install(BOTH_PROVIDERS);
        world.plannable("rocky");
        world.namespace(Map.of());
        world.store(TenantResourceType.CLUSTER, Map.of("infrastructureRef", Map.of("kind", "KubevirtCluster")));

        world.steps.plan(world.context);

        assertEquals("KubevirtCluster", world.context.wanted().infrastructure().getKind());
    }

    @Test
    void usesTheEndpointOfTheCluster() {
        install(CLUSTER_API);
        world.plannable("rocky");
        world.namespace(Map.of());
        world.store(TenantResourceType.CLUSTER, endpoint("10.0.0.5"));
        world.store(TenantResourceType.CONTROL_PLANE, endpoint("10.0.0.6"));

        world.steps.plan(world.context);

        assertEquals(Optional.of(new ApiEndpoint("10.0.0.5", 6443)), world.context.endpoint());
    }

    /** The watch of namespaces contains what an interrupted first reconciliation has created, and a status shows that there was a former one. */
    @Test
    void readsNoObjectsOfANewClusterWithoutANamespace() {
        install(CLUSTER_API);
        world.plannable("rocky");
        world.namespace(Map.of());
        world.store(TenantResourceType.CLUSTER, endpoint("10.0.0.5"));
        ObservedObjects observed = new ObservedObjects();
        Map<ObjectName, Namespace> namespaces = new HashMap<>();
        observed.namespaces().from(_ -> List.of(), name -> Optional.ofNullable(namespaces.get(name)));
        TenantObjectApplySteps steps = world.steps(observed);

        steps.plan(world.context);
        assertEquals(Optional.empty(), world.context.endpoint());

        world.context.cluster().setStatus(TenantClusterStatusBuilder.builder().build());
        steps.plan(world.context);
        assertEquals(Optional.of(new ApiEndpoint("10.0.0.5", 6443)), world.context.endpoint());

        world.context.cluster().setStatus(null);
        namespaces.put(new ObjectName(Optional.empty(), TenantStepObjects.NAMESPACE), world.namespace());
        steps.plan(world.context);
        assertEquals(Optional.of(new ApiEndpoint("10.0.0.5", 6443)), world.context.endpoint());
    }

    @Test
    void usesTheEndpointOfTheControlPlaneOtherwise() {
        install(CLUSTER_API);
        world.plannable("rocky");
        world.namespace(Map.of());
        world.store(TenantResourceType.CLUSTER, Map.of());
        world.store(TenantResourceType.CONTROL_PLANE, endpoint("10.0.0.6"));

        world.steps.plan(world.context);

        assertEquals(Optional.of(new ApiEndpoint("10.0.0.6", 6443)), world.context.endpoint());
    }

    private static Map<String, Object> endpoint(String host) {
        return Map.of("controlPlaneEndpoint", Map.of("host", host, "port", 6443));
    }

    @Test
    void failsWithEveryProblemOfTheSpec() {
        install(CLUSTER_API);
        world.plannable("bottlerocket");
        world.context.cluster().getMetadata().setName("d".repeat(60));

        StepResult result = world.steps.plan(world.context);

        assertEquals("ValidationFailed", ((StepResult.Failed) result).reason());
        assertTrue(result.message().contains("metadata.name"), result.message());
        assertTrue(result.message().contains("os.type"), result.message());
        assertThrows(RuntimeException.class, world.context::wanted);
    }

    @Test
    void createsTheNamespace() {
        world.context.want(rendered(List.of(secret(TenantStepObjects.NAMESPACE))), Optional.empty());

        assertEquals(
                StepResult.done("The resources are in namespace demo-0a1b2c3d."), world.steps.namespace(world.context));

        assertEquals(
                Set.of(AppliedContentCheck.HASH),
                world.namespace().getMetadata().getAnnotations().keySet());
    }

    @Test
    void theNamespaceListsTheObjectsOutsideOfIt() {
        GenericKubernetesResource identity = TenantStepObjects.object("Identity", "demo", "spec", Map.of());
        identity.getMetadata().setNamespace(null);
        world.context.want(
                rendered(List.of(secret("team-a"), identity, secret(TenantStepObjects.NAMESPACE))), Optional.empty());

        world.steps.namespace(world.context);

        assertEquals(
                "v1 Secret team-a demo-access\nexample.test/v1 Identity - demo",
                world.namespace().getMetadata().getAnnotations().get(TenantObjectApplySteps.OUTSIDE));
    }

    @Test
    void acceptsItsOwnNamespace() {
        world.context.want(rendered(List.of()), Optional.empty());
        world.steps.namespace(world.context);
        int before = world.effects().count();

        assertTrue(world.steps.namespace(world.context) instanceof StepResult.Done);

        assertEquals(before, world.effects().count());
    }

    @Test
    void doesNotTakeTheNamespaceOfAnother() {
        world.namespace(Map.of(Labels.SOURCE_NAME, "demo", Labels.SOURCE_NAMESPACE, "team-b"));
        world.context.want(rendered(List.of()), Optional.empty());
        int before = world.effects().count();

        assertEquals(
                StepResult.failed(
                        "NamespaceError", "Namespace demo-0a1b2c3d exists and was not created for this cluster."),
                world.steps.namespace(world.context));

        assertEquals(before, world.effects().count());
    }

    @Test
    void failsInANamespaceThatIsBeingDeleted() {
        world.context.want(rendered(List.of()), Optional.empty());
        world.steps.namespace(world.context);
        Namespace live = world.namespace();
        live.getMetadata().setFinalizers(List.of("test.dev/hold"));
        world.api.client().resource(live).update();
        world.api.client().resource(live).delete();

        assertEquals(
                StepResult.failed(
                        "NamespaceError", "Namespace demo-0a1b2c3d is being deleted, and the cluster with it."),
                world.steps.namespace(world.context));
    }

    @Test
    void requestsAllObjectsAtOnce() {
        prepareRequest("KubeadmConfigTemplate");

        assertEquals(StepResult.done("All resources requested."), world.steps.request(world.context));

        for (String kind : List.of("HarvesterCluster", "KamajiControlPlane", "Cluster", "MachineDeployment")) {
            assertNotNull(world.find(kind, "demo"), kind);
        }
        assertNotNull(world.find("KubeadmConfigTemplate", "demo-1"));
        assertNotNull(world.find("HarvesterMachineTemplate", "demo-1"));
        assertNotNull(world.api
                .client()
                .secrets()
                .inNamespace(TenantStepObjects.NAMESPACE)
                .withName("demo-access")
                .get());
        assertEquals("KamajiControlPlane", world.context.controlPlane().getKind());
        assertEquals("Cluster", world.context.capiCluster().getKind());
        assertEquals("MachineDeployment", world.context.workers().orElseThrow().getKind());
    }

    @Test
    void requestsTalosWorkersLater() {
        prepareRequest("TalosConfigTemplate");

        assertEquals(StepResult.done("All resources requested."), world.steps.request(world.context));

        assertEquals(Optional.empty(), world.context.workers());
        assertNull(world.find("MachineDeployment", "demo"));
        assertNull(world.find("TalosConfigTemplate", "demo-1"));
        assertNotNull(world.find("Cluster", "demo"));
    }

    @Test
    void leavesExistingWorkersUnchanged() {
        prepareRequest("KubeadmConfigTemplate");
        world.store(TenantResourceType.MACHINE_DEPLOYMENT, Map.of("replicas", 7));

        world.steps.request(world.context);

        assertEquals(7, UnstructuredFields.number(world.context.workers().orElseThrow(), "spec", "replicas"));
        assertNull(world.find("MachineDeployment", "demo"));
        assertNull(world.find("HarvesterMachineTemplate", "demo-1"));
    }

    @Test
    void reportsExistingTalosWorkers() {
        prepareRequest("TalosConfigTemplate");
        world.store(TenantResourceType.MACHINE_DEPLOYMENT, Map.of("replicas", 7));

        world.steps.request(world.context);

        assertEquals(7, UnstructuredFields.number(world.context.workers().orElseThrow(), "spec", "replicas"));
    }

    @Test
    void passesOnTheErrorOfTheApi() {
        prepareRequest("KubeadmConfigTemplate");
        world.api.reject("PATCH", 403, "Forbidden");

        assertEquals(
                ErrorCode.FORBIDDEN,
                assertThrows(ButlerException.class, () -> world.steps.request(world.context))
                        .code());
    }

    @Test
    void declaresAnInfrastructureWithoutProviderReady() {
        prepareRequest("KubeadmConfigTemplate");
        RenderedTenantObjects wanted = world.context.wanted();
        wanted.infrastructure().getMetadata().setAnnotations(Map.of("cluster.x-k8s.io/managed-by", "butler"));
        world.context.want(wanted, Optional.of(new ApiEndpoint("10.0.0.5", 6443)));
        world.steps.request(world.context);

        readiness().infrastructure(world.context);

        assertTrue(UnstructuredFields.truth(world.find("HarvesterCluster", "demo"), "status", "ready"));
    }

    @Test
    void declaresNothingReadyBeforeTheEndpointIsKnown() {
        prepareRequest("KubeadmConfigTemplate");
        world.context
                .wanted()
                .infrastructure()
                .getMetadata()
                .setAnnotations(Map.of("cluster.x-k8s.io/managed-by", "butler"));
        world.steps.request(world.context);

        assertTrue(readiness().infrastructure(world.context) instanceof StepResult.Waiting);

        assertFalse(UnstructuredFields.truth(world.find("HarvesterCluster", "demo"), "status", "ready"));
    }

    private ReadinessSteps readiness() {
        return new ReadinessSteps(
                new DynamicResourceClient(world.api.client(), world.options),
                new PollIntervals(world.options, () -> false),
                world.options);
    }

    @Test
    void reachesTheSameObjectsAfterACrash() {
        assertEquals(
                9,
                CrashPositions.check(
                        () -> {
                            World prepared = new World(RENDERED);
                            prepared.context.want(
                                    rendered(List.of(secret(TenantStepObjects.NAMESPACE))), Optional.empty());
                            return prepared;
                        },
                        started -> {
                            started.restart();
                            started.steps.namespace(started.context);
                            started.steps.request(started.context);
                        }));
    }

    private void prepareRequest(String bootstrapKind) {
        install(RENDERED);
        world.namespace(Map.of());
        RenderedTenantObjects plain = TenantStepObjects.rendered(bootstrapKind);
        world.context.want(with(plain, List.of(secret(TenantStepObjects.NAMESPACE))), Optional.empty());
    }

    private static HasMetadata secret(String namespace) {
        return new SecretBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName("demo-access")
                .endMetadata()
                .withData(Map.of("token", "b25l"))
                .build();
    }

    private static RenderedTenantObjects rendered(List<HasMetadata> access) {
        return with(TenantStepObjects.rendered("KubeadmConfigTemplate"), access);
    }

    private static RenderedTenantObjects with(RenderedTenantObjects plain, List<HasMetadata> access) {
        return new RenderedTenantObjects(
                new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(TenantStepObjects.NAMESPACE)
                        .withLabels(Map.of(Labels.SOURCE_NAME, "demo", Labels.SOURCE_NAMESPACE, "team-a"))
                        .endMetadata()
                        .build(),
                access,
                plain.infrastructure(),
                plain.controlPlane(),
                plain.cluster(),
                plain.bootstrapTemplate(),
                plain.machineTemplate(),
                plain.workers());
    }
}
