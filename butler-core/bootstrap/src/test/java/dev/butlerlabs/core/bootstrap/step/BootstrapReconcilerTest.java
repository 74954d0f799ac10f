package dev.butlerlabs.core.bootstrap.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigDelivery;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Topology;
import dev.butlerlabs.core.api.ClusterBootstrapSpecBuilder;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigSpecBuilder;
import dev.butlerlabs.core.api.SecretReference;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.etcd.SnapshotSource;
import dev.butlerlabs.core.provider.ProviderProfile.Hosting;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.provider.testing.MemoryProvider;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class BootstrapReconcilerTest {
    private final MemoryProvider provider = new MemoryProvider("memory");
    private BootstrapStepWorld world = BootstrapStepWorld.onPremises();

    @AfterEach
    void close() {
        world.close();
    }

    private BootstrapReconciler reconciler() {
        return new BootstrapReconciler(
                world.client(),
                new ProviderRegistry(List.of(provider)),
                BootstrapStepWorld.RANDOM,
                world.options,
                world.access);
    }

    private void config(String providerName) {
        ProviderConfig config = new ProviderConfig();
        config.setMetadata(new ObjectMetaBuilder()
                .withName("demo-provider")
                .withNamespace(BootstrapStepWorld.NAMESPACE)
                .build());
        config.setSpec(ProviderConfigSpecBuilder.builder()
                .provider(providerName)
                .credentialsRef(new SecretReference("token", null, null))
                .build());
        world.create(config);
    }

    private StepResult findProvider(BootstrapReconcileContext context) {
        try (BootstrapReconciler reconciler = reconciler()) {
            return reconciler.steps().getFirst().body().apply(context);
        }
    }

    private BootstrapReconcileContext scope() {
        try (BootstrapReconciler reconciler = reconciler()) {
            return reconciler.scope(world.bootstrap());
        }
    }

    @Test
    void runsTheStepsInTheOrderOfTheirTitles() {
        assertEquals(titlesWithout(StepNames.RESET, StepNames.RESOURCES), steps(reconciler()));
        assertEquals(
                titlesWithout(StepNames.PIVOT),
                steps(new BootstrapReconciler(
                        world.client(),
                        new ProviderRegistry(List.of(provider)),
                        BootstrapStepWorld.RANDOM,
                        world.options,
                        world.access,
                        Optional.of(new ClusterRecovery(
                                SnapshotSource.of(new byte[0]), Optional.empty(), Optional.empty())))));
    }

    private static List<String> titlesWithout(String... omitted) {
        return StepNames.titles().keySet().stream()
                .filter(name -> !List.of(omitted).contains(name))
                .toList();
    }

    private static List<String> steps(BootstrapReconciler created) {
        try (BootstrapReconciler reconciler = created) {
            return reconciler.steps().stream().map(Step::name).toList();
        }
    }

    @Test
    void removesMachinesBeforeTheLoadBalancer() {
        try (BootstrapReconciler reconciler = reconciler()) {
            assertEquals(
                    List.of("MachinesRemoved", "LoadBalancerRemoved"),
                    reconciler.cleanup().orElseThrow().steps().stream()
                            .map(Step::name)
                            .toList());
        }
    }

    @Test
    void waitsForTheProviderConfig() {
        assertEquals(
                StepResult.waiting("ProviderConfigNotFound", "ProviderConfig butler-system/demo-provider not found."),
                findProvider(scope()));
    }

    @Test
    void findsTheProviderAndPlansTheCluster() {
        config("memory");
        BootstrapReconcileContext context = scope();

        assertEquals(StepResult.done(provider.profile().title()), findProvider(context));
        assertEquals(3, context.plan().machines().size());
    }

    @Test
    void rejectsAnUnknownProvider() {
        config("elsewhere");

        assertThrows(ButlerException.class, () -> findProvider(scope()));
    }

    @Test
    void failsIfUserDataIsRequestedButImpossible() {
        world.close();
        world = BootstrapStepWorld.of(
                BootstrapStepWorld.withDelivery(
                        BootstrapStepWorld.spec(Topology.SINGLE_NODE, 1, 0, null, null), ConfigDelivery.USER_DATA),
                Hosting.ON_PREMISES);
        config("memory");

        assertEquals("UserDataImpossible", findProvider(scope()).reason());
    }

    @Test
    void pausesOnlyIfRequestedAndNotDeleted() {
        try (BootstrapReconciler reconciler = reconciler()) {
            ClusterBootstrap bootstrap = world.context().resource();
            assertFalse(reconciler.isPaused(bootstrap));
            bootstrap.setSpec(ClusterBootstrapSpecBuilder.builder(bootstrap.getSpec())
                    .paused(true)
                    .build());
            assertTrue(reconciler.isPaused(bootstrap));
            bootstrap.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
            assertFalse(reconciler.isPaused(bootstrap));
        }
    }
}
