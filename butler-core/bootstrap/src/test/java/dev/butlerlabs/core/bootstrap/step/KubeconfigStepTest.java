package dev.butlerlabs.core.bootstrap.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class KubeconfigStepTest {
    private static final StepResult DONE = StepResult.done("Stored in Secret demo-kubeconfig.");

    private final BootstrapStepWorld world = BootstrapStepWorld.onPremises();

    @AfterEach
    void close() {
        world.close();
    }

    private static StepResult run(BootstrapStepWorld world) {
        BootstrapReconcileContext context = world.contextWithSecrets();
        context.endpoint("api.demo.test");
        return new KubeconfigStep(world.client(), BootstrapStepWorld.RANDOM, world.options.withPorts(1, 7443))
                .run(context);
    }

    private Secret stored() {
        return world.find(Secret.class, "demo-kubeconfig").orElseThrow();
    }

    @Test
    void storesAKubeconfigForTheEndpoint() {
        assertEquals(DONE, run(world));

        Kubeconfig kubeconfig = Kubeconfig.parse(SecretsStep.value(stored(), "kubeconfig"), "test");
        String context = kubeconfig.usualContext().orElseThrow();
        assertEquals(Optional.of("https://api.demo.test:7443"), kubeconfig.server(context));
    }

    @Test
    void theSecretBelongsToTheBootstrap() {
        run(world);

        assertEquals("Opaque", stored().getType());
        assertEquals(Set.of("kubeconfig"), stored().getData().keySet());
        assertEquals(Map.of(Labels.CLUSTER, "demo"), stored().getMetadata().getLabels());
        assertEquals(
                world.bootstrap().getMetadata().getUid(),
                stored().getMetadata().getOwnerReferences().getFirst().getUid());
    }

    @Test
    void keepsAnExistingKubeconfig() {
        run(world);
        Secret before = stored();

        assertEquals(DONE, run(world));
        assertEquals(before, stored());
    }

    @Test
    void acceptsTheSecretOfAnotherProcess() {
        world.engine.reject("POST /api/v1/namespaces/butler-system/secrets", 409, "AlreadyExists");

        assertEquals(DONE, run(world));
    }

    @Test
    void passesOnTheErrorOfTheApi() {
        world.engine.reject("POST /api/v1/namespaces/butler-system/secrets", 403, "Forbidden");

        assertEquals(
                ErrorCode.FORBIDDEN,
                assertThrows(ButlerException.class, () -> run(world)).code());
    }

    @Test
    void storesOneKubeconfigAfterACrash() {
        assertEquals(1, CrashPositions.check(BootstrapStepWorld::onPremises, KubeconfigStepTest::run));
    }
}
