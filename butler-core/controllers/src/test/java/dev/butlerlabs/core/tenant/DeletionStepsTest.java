package dev.butlerlabs.core.tenant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantAddonSpec;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.embedded.testing.InMemoryWorld;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.reconcile.WatchedObjectCache;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.NamespaceCondition;
import io.fabric8.kubernetes.api.model.NamespaceConditionBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DeletionStepsTest {
    private static final String HOLD = "test.dev/hold";
    private static final List<TenantResourceType> CLUSTER_API =
            List.of(TenantResourceType.CLUSTER, TenantResourceType.CONTROL_PLANE, TenantResourceType.MACHINE);
    private static final long ADDON_PATIENCE = 300;
    private static final long DEADLINE = 1800;

    private final World world = new World();

    /** An API with Cluster API in which tenant cluster demo was deleted at the start of time. */
    private static final class World implements InMemoryWorld, TenantAddressProvider {
        private final SteppedClock clock = new SteppedClock();
        private final InMemoryKubernetes api = InMemoryKubernetes.open(
                clock,
                new EffectLog(),
                CLUSTER_API.stream().map(TenantCrds::definition).toList());
        private final TenantOptions options = new TenantOptions(
                Duration.ofSeconds(10),
                Duration.ofMinutes(10),
                Duration.ofSeconds(ADDON_PATIENCE),
                Duration.ofSeconds(DEADLINE),
                clock);
        private boolean watched;
        private final PollIntervals intervals = new PollIntervals(options, () -> watched);
        private final TenantReconcileContext context = TenantStepObjects.context();
        private final DynamicResourceClient objects = new DynamicResourceClient(api.client(), options);
        private final List<String> released = new ArrayList<>();
        private Optional<String> pendingAddresses = Optional.empty();
        private List<Step<TenantReconcileContext>> steps = steps();

        private World() {
            context.cluster().getMetadata().setDeletionTimestamp(clock.instant().toString());
            namespace("team-a", Map.of(), Map.of());
        }

        /** Returns the steps of a new process. */
        private List<Step<TenantReconcileContext>> steps() {
            return new DeletionSteps(
                            objects,
                            new NamespaceAccess(objects),
                            new AddonsStep(api.client(), new WatchedObjectCache<>()),
                            this,
                            intervals,
                            options)
                    .steps();
        }

        private StepResult run(String name) {
            return steps.stream()
                    .filter(step -> step.name().equals(name))
                    .findFirst()
                    .orElseThrow()
                    .body()
                    .apply(context);
        }

        /** Runs the steps in their order until one is not done, as often as a deletion needs at most. */
        private void runProcess() {
            steps = steps();
            for (int pass = 0; pass < steps.size() + 1; pass++) {
                for (Step<TenantReconcileContext> step : steps) {
                    if (!(step.body().apply(context) instanceof StepResult.Done)) {
                        break;
                    }
                }
            }
        }

        private Namespace namespace(String name, Map<String, String> labels, Map<String, String> annotations) {
            return api.client()
                    .resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(name)
                            .withLabels(labels)
                            .withAnnotations(annotations)
                            .endMetadata()
                            .build())
                    .create();
        }

        private Namespace tenantNamespace(String... outside) {
            return namespace(
                    TenantStepObjects.NAMESPACE,
                    Map.of(Labels.SOURCE_NAME, "demo", Labels.SOURCE_NAMESPACE, "team-a"),
                    outside.length == 0
                            ? Map.of()
                            : Map.of(TenantObjectApplySteps.OUTSIDE, String.join("\n", outside)));
        }

        private void addon(String name, String... finalizers) {
            TenantAddon addon = new TenantAddon();
            addon.setMetadata(new ObjectMetaBuilder()
                    .withNamespace("team-a")
                    .withName(name)
                    .withFinalizers(finalizers)
                    .withLabels(Map.of(Labels.CLUSTER, "demo"))
                    .build());
            addon.setSpec(new TenantAddonSpec(new LocalReference("demo"), "cilium", "1", null, Map.of(), List.of()));
            api.client().resource(addon).create();
        }

        private void object(TenantResourceType type, String name, String cluster, String... finalizers) {
            GenericKubernetesResource object = new GenericKubernetesResource();
            object.setApiVersion(type.apiVersion());
            object.setKind(type.kind());
            object.setMetadata(new ObjectMetaBuilder()
                    .withNamespace(TenantStepObjects.NAMESPACE)
                    .withName(name)
                    .withFinalizers(finalizers)
                    .withLabels(Map.of("cluster.x-k8s.io/cluster-name", cluster))
                    .build());
            TenantCrds.objects(api.client(), type)
                    .inNamespace(TenantStepObjects.NAMESPACE)
                    .resource(object)
                    .create();
        }

        private GenericKubernetesResource cluster() {
            return TenantCrds.objects(api.client(), TenantResourceType.CLUSTER)
                    .inNamespace(TenantStepObjects.NAMESPACE)
                    .withName("demo")
                    .get();
        }

        private Namespace tenantNamespaceNow() {
            return api.client()
                    .namespaces()
                    .withName(TenantStepObjects.NAMESPACE)
                    .get();
        }

        private long deletions() {
            return api.requests().stream()
                    .filter(line -> line.startsWith("DELETE"))
                    .count();
        }

        @Override
        public Answer provide(TenantCluster cluster, ProviderConfig provider) {
            throw new UnsupportedOperationException("provide");
        }

        @Override
        public Optional<String> release(TenantCluster cluster) {
            released.add(cluster.getMetadata().getName());
            return pendingAddresses;
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

    @Test
    void deletesInTheReverseOrderOfTheCreation() {
        assertEquals(
                List.of("AddonsGone", "ClusterGone", "AccessGone", "AddressesReleased", "NamespaceGone"),
                world.steps.stream().map(Step::name).toList());
    }

    @Test
    void aClusterWithoutAddonsHasNothingToWaitFor() {
        assertEquals(StepResult.done("All addons deleted."), world.run("AddonsGone"));
    }

    @Test
    void deletesTheAddonsAndWaitsForThem() {
        world.addon("demo-cilium", HOLD);

        assertEquals(
                waiting("WaitingForAddons", "Waiting for the deletion of TenantAddon demo-cilium."),
                world.run("AddonsGone"));

        assertEquals(1, world.deletions());
    }

    @Test
    void deletesEachAddonOnce() {
        world.addon("demo-cilium", HOLD);
        world.run("AddonsGone");

        world.run("AddonsGone");

        assertEquals(1, world.deletions());
    }

    @Test
    void waitsForAddonsUntilTheirTimeLimit() {
        world.addon("demo-cilium", HOLD);
        world.clock.pass(ADDON_PATIENCE);

        assertEquals("WaitingForAddons", world.run("AddonsGone").reason());
    }

    @Test
    void deletesTheClusterWithItsAddonsAfterTheirTimeLimit() {
        world.addon("demo-cilium", HOLD);
        world.clock.pass(ADDON_PATIENCE + 1);

        assertEquals(
                StepResult.done("AddonsLeft", "TenantAddon demo-cilium will be deleted with the cluster."),
                world.run("AddonsGone"));

        assertEquals(1, world.deletions());
    }

    @Test
    void namesFiveObjectsAtMost() {
        IntStream.range(0, 5).forEach(i -> world.addon("demo-" + i, HOLD));
        String five =
                "TenantAddon demo-0, TenantAddon demo-1, TenantAddon demo-2, TenantAddon demo-3, TenantAddon demo-4";
        assertEquals(
                "Waiting for the deletion of %s.".formatted(five),
                world.run("AddonsGone").message());

        world.addon("demo-5", HOLD);

        assertEquals(
                "Waiting for the deletion of %s and 1 more.".formatted(five),
                world.run("AddonsGone").message());
    }

    @Test
    void aClusterThatClusterApiDoesNotKnowIsDeleted() {
        assertEquals(StepResult.done("Workers and control plane deleted."), world.run("ClusterGone"));
    }

    @Test
    void deletesTheClusterAndReportsWhatItWaitsFor() {
        world.tenantNamespace();
        world.object(TenantResourceType.MACHINE, "demo-w1", "demo");
        world.object(TenantResourceType.MACHINE, "other-w1", "other");
        world.object(TenantResourceType.CONTROL_PLANE, "demo", "demo");
        world.object(TenantResourceType.CLUSTER, "demo", "demo", HOLD);

        assertEquals(
                waiting(
                        "WaitingForCluster",
                        "Waiting for the deletion of Machine demo-w1, StewardControlPlane demo, Cluster demo."),
                world.run("ClusterGone"));

        assertTrue(world.cluster().isMarkedForDeletion());
        world.run("ClusterGone");
        assertEquals(1, world.deletions());
    }

    @Test
    void theClusterIsGoneAfterItsFinalizers() {
        world.tenantNamespace();
        world.object(TenantResourceType.CLUSTER, "demo", "demo");
        assertEquals("WaitingForCluster", world.run("ClusterGone").reason());

        assertEquals(StepResult.done("Workers and control plane deleted."), world.run("ClusterGone"));
    }

    @Test
    void aDeletionIsOverdueAfterItsDeadline() {
        world.tenantNamespace();
        world.object(TenantResourceType.CLUSTER, "demo", "demo", HOLD);
        world.clock.pass(DEADLINE);
        assertEquals("WaitingForCluster", world.run("ClusterGone").reason());

        world.clock.pass(1);

        assertEquals(
                waiting("DeletionOverdue", "Deletion overdue since 1970-01-01T00:30:00Z; waiting for Cluster demo."),
                world.run("ClusterGone"));
    }

    @Test
    void aWatchedClusterIsPolledRarely() {
        world.tenantNamespace();
        world.object(TenantResourceType.CLUSTER, "demo", "demo", HOLD);
        world.watched = true;

        assertEquals(Optional.of(world.options.resync()), ((StepResult.Waiting) world.run("ClusterGone")).retryIn());
    }

    @Test
    void deletesTheObjectsOutsideOfTheNamespace() {
        TenantStepObjects.secret(world.api, "team-a", "demo-access", Map.of(), Map.of());
        TenantStepObjects.secret(world.api, "team-a", "other-access", Map.of(), Map.of());
        world.tenantNamespace("v1 Secret team-a demo-access", "example.test/v1 Identity - demo");

        assertEquals(StepResult.done("All resources outside of the namespace deleted."), world.run("AccessGone"));

        assertEquals(
                List.of("other-access"),
                world.api.client().secrets().inNamespace("team-a").list().getItems().stream()
                        .map(secret -> secret.getMetadata().getName())
                        .toList());
        assertTrue(
                world.api.requests().contains("DELETE /apis/example.test/v1/identities/demo"),
                world.api.requests().toString());
    }

    @Test
    void ignoresTheAnnotationOfANamespaceOfAnotherCluster() {
        TenantStepObjects.secret(world.api, "team-a", "demo-access", Map.of(), Map.of());
        world.namespace(
                TenantStepObjects.NAMESPACE,
                Map.of(Labels.SOURCE_NAME, "demo", Labels.SOURCE_NAMESPACE, "team-b"),
                Map.of(TenantObjectApplySteps.OUTSIDE, "v1 Secret team-a demo-access"));

        assertEquals(StepResult.done("All resources outside of the namespace deleted."), world.run("AccessGone"));

        assertEquals(0, world.deletions());
    }

    @Test
    void aNamespaceWithoutObjectsOutsideNeedsNoDeletion() {
        world.tenantNamespace();

        assertEquals(StepResult.done("All resources outside of the namespace deleted."), world.run("AccessGone"));

        assertEquals(0, world.deletions());
    }

    @Test
    void releasesTheAddresses() {
        assertEquals(StepResult.done("Addresses released."), world.run("AddressesReleased"));

        assertEquals(List.of("demo"), world.released);
    }

    @Test
    void waitsForTheReleaseOfTheAddresses() {
        world.pendingAddresses = Optional.of("IPAllocation demo-nodes is in use.");

        assertEquals(
                waiting("WaitingForAddresses", "IPAllocation demo-nodes is in use."), world.run("AddressesReleased"));
    }

    @Test
    void theDeletionEndsWithoutANamespace() {
        assertEquals(StepResult.done("Tenant cluster deleted."), world.run("NamespaceGone"));
    }

    @Test
    void forgetsTheObjectsOfADeletedNamespace() {
        var secret = new SecretBuilder()
                .withNewMetadata()
                .withNamespace(TenantStepObjects.NAMESPACE)
                .withName("demo")
                .endMetadata()
                .withData(Map.of("token", "b25l"))
                .build();
        world.namespace(TenantStepObjects.NAMESPACE, Map.of(), Map.of());
        world.objects.ensureApplied(secret);
        world.run("NamespaceGone");
        int before = world.api.requests().size();

        world.objects.ensureApplied(secret);

        assertEquals(
                List.of("GET /api/v1/namespaces/demo-0a1b2c3d/secrets/demo"),
                world.api.requests().subList(before, world.api.requests().size()),
                "an object that was applied a moment ago is not read");
    }

    @Test
    void leavesTheNamespaceOfAnotherClusterUnchanged() {
        world.namespace(TenantStepObjects.NAMESPACE, Map.of(Labels.SOURCE_NAME, "demo"), Map.of());

        assertEquals(StepResult.done("Tenant cluster deleted."), world.run("NamespaceGone"));

        assertEquals(0, world.deletions());
        assertNotNull(world.tenantNamespaceNow());
    }

    @Test
    void deletesTheNamespaceAndWaits() {
        world.tenantNamespace();

        assertEquals(
                waiting("WaitingForNamespace", "Waiting for the deletion of Namespace demo-0a1b2c3d."),
                world.run("NamespaceGone"));

        assertEquals(1, world.deletions());
    }

    @Test
    void reportsWhatRemainsInTheNamespaceOnce() {
        Namespace namespace = held();
        namespace
                .getStatus()
                .setConditions(List.of(
                        condition("NamespaceContentRemaining", "True", "secrets remain"),
                        condition("NamespaceDeletionDiscoveryFailure", "False", "all discovered"),
                        condition("NamespaceFinalizersRemaining", "True", "finalizer test.dev/hold")));
        world.api.client().resource(namespace).updateStatus();
        long before = world.deletions();

        assertEquals(
                waiting(
                        "WaitingForNamespace",
                        "Waiting for the deletion of Namespace demo-0a1b2c3d (secrets remain; finalizer test.dev/hold)."),
                world.run("NamespaceGone"));

        assertEquals(before, world.deletions());
    }

    @Test
    void aNamespaceIsOverdueAfterTheDeadline() {
        held();
        world.clock.pass(DEADLINE + 1);

        assertEquals(
                waiting(
                        "DeletionOverdue",
                        "Deletion overdue since 1970-01-01T00:30:00Z; waiting for Namespace demo-0a1b2c3d."),
                world.run("NamespaceGone"));
    }

    /** Returns the namespace of the cluster, which is being deleted and has a finalizer. */
    private Namespace held() {
        Namespace namespace = world.tenantNamespace();
        namespace.getMetadata().setFinalizers(List.of(HOLD));
        world.api.client().resource(namespace).update();
        world.api.client().resource(namespace).delete();
        Namespace live = world.tenantNamespaceNow();
        assertTrue(live.isMarkedForDeletion());
        return live;
    }

    private static NamespaceCondition condition(String type, String status, String message) {
        return new NamespaceConditionBuilder()
                .withType(type)
                .withStatus(status)
                .withReason("Test")
                .withMessage(message)
                .build();
    }

    @Test
    void deletesEverythingAfterACrash() {
        // The addon, the permissions in the namespace, the Cluster, the Secret and the Namespace.
        assertEquals(5, CrashPositions.check(DeletionStepsTest::complete, World::runProcess));
    }

    private static World complete() {
        World complete = new World();
        TenantStepObjects.secret(complete.api, "team-a", "demo-access", Map.of(), Map.of());
        complete.tenantNamespace("v1 Secret team-a demo-access");
        complete.addon("demo-cilium");
        complete.object(TenantResourceType.CLUSTER, "demo", "demo");
        return complete;
    }

    @Test
    void theSecretOutsideIsDeletedInACompleteRun() {
        try (World complete = complete()) {
            complete.runProcess();

            assertNull(complete.cluster());
            assertEquals(
                    List.of(),
                    complete.api.client().secrets().inNamespace("team-a").list().getItems());
        }
    }
}
