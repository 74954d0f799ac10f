package dev.butlerlabs.core.bootstrap.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.api.ClusterBootstrapStatusBuilder;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.talos.client.ClientConfiguration;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class SecretsStepTest {
    private static final String NAME = "demo-talos-secrets";

    private final BootstrapStepWorld world = BootstrapStepWorld.onPremises();

    @AfterEach
    void close() {
        world.close();
    }

    private static SecretsStep step(BootstrapStepWorld world) {
        return new SecretsStep(world.client(), BootstrapStepWorld.RANDOM, world.options);
    }

    /** A context whose status reports that keys are being generated. */
    private static BootstrapReconcileContext announced(BootstrapStepWorld world) {
        return withCondition(world, "MakingKeys");
    }

    private static BootstrapReconcileContext withCondition(BootstrapStepWorld world, String reason) {
        BootstrapReconcileContext context = world.context();
        Condition condition = new ConditionBuilder()
                .withType(StepNames.SECRETS)
                .withStatus("False")
                .withReason(reason)
                .build();
        context.resource()
                .setStatus(ClusterBootstrapStatusBuilder.builder()
                        .conditions(List.of(condition))
                        .build());
        return context;
    }

    @Test
    void firstReportsThatKeysAreGenerated() {
        StepResult result = step(world).run(world.context());

        assertEquals(
                StepResult.waiting("MakingKeys", "Generating keys and certificates.", Duration.ofMillis(1)), result);
        assertTrue(world.find(Secret.class, NAME).isEmpty());
    }

    @Test
    void reportsAgainIfTheStatusHasAnotherReason() {
        StepResult result = step(world).run(withCondition(world, "Done"));

        assertInstanceOf(StepResult.Waiting.class, result);
    }

    @Test
    void storesGeneratedSecretsOnceTheyAreAnnounced() {
        BootstrapReconcileContext context = announced(world);
        StepResult result = step(world).run(context);

        assertEquals(StepResult.done("Stored in Secret demo-talos-secrets."), result);
        Secret secret = world.find(Secret.class, NAME).orElseThrow();
        assertEquals("Opaque", secret.getType());
        assertEquals(Map.of(Labels.CLUSTER, "demo"), secret.getMetadata().getLabels());
        assertEquals(
                world.bootstrap().getMetadata().getUid(),
                secret.getMetadata().getOwnerReferences().getFirst().getUid());
        assertEquals(BootstrapStepWorld.SECRETS.yaml(), SecretsStep.value(secret, "secrets.yaml"));
        assertEquals(
                BootstrapStepWorld.SECRETS.yaml(), context.talos().secrets().yaml());
        assertEquals(SecretsStep.value(secret, "talosconfig"), context.talos().talosconfig());
    }

    @Test
    void theTalosconfigHasAContextOfTheCluster() {
        BootstrapReconcileContext context = announced(world);
        step(world).run(context);

        assertTrue(context.talos().talosconfig().contains("context: demo"));
        assertTrue(ClientConfiguration.parse("test", context.talos().talosconfig())
                .context(Optional.of("demo"))
                .credentials()
                .expiry()
                .isAfter(world.clock.instant()));
    }

    @Test
    void readsStoredSecretsWithoutAnnouncement() {
        step(world).run(announced(world));
        Secret stored = world.find(Secret.class, NAME).orElseThrow();
        BootstrapReconcileContext next = world.context();

        assertEquals(
                StepResult.done("Stored in Secret demo-talos-secrets."),
                step(world).run(next));
        assertEquals(SecretsStep.value(stored, "talosconfig"), next.talos().talosconfig());
        assertEquals(stored, world.find(Secret.class, NAME).orElseThrow());
    }

    @Test
    void usesTheSecretThatAnotherProcessCreatedMeanwhile() {
        SecretsStep slow = new SecretsStep(
                world.client(), BootstrapStepWorld.RANDOM, world.options.withSecrets((generator, contract) -> {
                    step(world).run(announced(world));
                    return other();
                }));
        BootstrapReconcileContext context = announced(world);

        assertEquals(StepResult.done("Stored in Secret demo-talos-secrets."), slow.run(context));
        assertEquals(
                BootstrapStepWorld.SECRETS.yaml(), context.talos().secrets().yaml());
        assertNotEquals(other().yaml(), context.talos().secrets().yaml());
    }

    private static SecretsBundle other() {
        SecretsBundle bundle = BootstrapStepWorld.SECRETS;
        return new SecretsBundle(
                "other",
                bundle.clusterSecret(),
                bundle.bootstrapToken(),
                bundle.encryption(),
                bundle.trustdToken(),
                bundle.etcd(),
                bundle.kubernetes(),
                bundle.aggregator(),
                bundle.serviceAccountKey(),
                bundle.os());
    }

    @Test
    void passesOnTheErrorOfTheApi() {
        world.engine.reject("POST /api/v1/namespaces/butler-system/secrets", 403, "Forbidden");

        ButlerException refused =
                assertThrows(ButlerException.class, () -> step(world).run(announced(world)));
        assertEquals(ErrorCode.FORBIDDEN, refused.code());
        assertTrue(refused.getMessage().contains("demo-talos-secrets"), refused.getMessage());
    }

    @Test
    void passesOnAConflictWithoutASecret() {
        world.engine.reject("POST /api/v1/namespaces/butler-system/secrets", 409, "AlreadyExists");

        ButlerException refused =
                assertThrows(ButlerException.class, () -> step(world).run(announced(world)));
        assertEquals(ErrorCode.CONFLICT, refused.code());
    }

    @Test
    void namesTheMissingKeyOfADamagedSecret() {
        world.create(new SecretBuilder()
                .withNewMetadata()
                .withName(NAME)
                .withNamespace(BootstrapStepWorld.NAMESPACE)
                .endMetadata()
                .withData(Map.of("talosconfig", SecretsStep.encoded("x")))
                .build());

        ButlerException damaged =
                assertThrows(ButlerException.class, () -> step(world).run(world.context()));
        assertEquals(ErrorCode.INVALID_INPUT, damaged.code());
        assertEquals("Secret demo-talos-secrets has no key secrets.yaml.", damaged.getMessage());
    }

    @Test
    void namesTheMissingKeyOfASecretWithoutData() {
        Secret empty = new SecretBuilder()
                .withNewMetadata()
                .withName("empty")
                .endMetadata()
                .build();
        empty.setData(null);

        ButlerException damaged = assertThrows(ButlerException.class, () -> SecretsStep.value(empty, "key"));
        assertEquals("Secret empty has no key key.", damaged.getMessage());
    }

    @Test
    void encodesTextAsBase64() {
        assertEquals("w6Q=", SecretsStep.encoded("ä"));
    }

    @Test
    void givesTheSameSecretsAfterACrash() {
        int positions = CrashPositions.check(
                BootstrapStepWorld::onPremises, world -> step(world).run(announced(world)));
        assertEquals(1, positions);
    }
}
