package dev.butlerlabs.sim.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.embedded.RequestInterceptor;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Talos workers and what they trust a hosted control plane by. The simulated machines join with the right secrets alone. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("slow")
class TalosWorkersTest {
    private static final String TALOS =
            "kubernetesVersion: v1.31.4, workers: {replicas: 1, machineTemplate: {os: {type: talos}}}";

    private static final AtomicReference<String> REFUSED = new AtomicReference<>("nothing");
    private static ManagementWorld world;

    @BeforeAll
    static void start() {
        world = ManagementWorld.brisk(
                visit -> visit.method().equals("PATCH") && visit.target().contains(REFUSED.get())
                        ? RequestInterceptor.Verdict.REFUSE
                        : RequestInterceptor.Verdict.PASS);
        world.harvester();
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    @Test
    void joinByWhatTheControlPlaneTellsAndATokenThatItKnows() {
        world.tenant("joined", TALOS);

        TenantCluster ready = world.awaitReady("joined");

        assertThat(ready.getStatus().workerNodesReady()).isEqualTo(1);
        Secret kept = secret(ready, "-talos");
        assertThat(kept.getMetadata().getLabels()).containsEntry("cluster.x-k8s.io/cluster-name", "joined");
        String bundle = text(kept, "bundle");
        assertThat(bundle)
                .contains(text(secret(ready, "-trustd-creds"), "token"))
                .contains(secret(ready, "-trustd-creds").getData().get("os-ca.crt"))
                .contains(secret(ready, "-ca").getData().get("ca.crt"))
                .doesNotContain(secret(ready, "-ca").getData().get("ca.key"))
                .contains(text(kept, "bootstrap-token"));
    }

    private static Secret secret(TenantCluster cluster, String ending) {
        return world.client()
                .secrets()
                .inNamespace(cluster.getStatus().tenantNamespace())
                .withName(cluster.getMetadata().getName() + ending)
                .get();
    }

    private static String text(Secret secret, String key) {
        return new String(Base64.getDecoder().decode(secret.getData().get(key)), StandardCharsets.UTF_8);
    }

    @Test
    void secretsAreMadeOnceAndTheTokenIsToldAgainToWhomeverMayHaveMissedIt() {
        world.tenant("kept", TALOS);
        TenantCluster ready = world.awaitReady("kept");
        Secret before = secret(ready, "-talos");

        world.client()
                .resource(before)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"annotations\":{\"butler.butlerlabs.dev/bootstrap-token-known\":null}}}");
        world.merge("kept", "{\"spec\":{\"workers\":{\"replicas\":2}}}");

        TenantCluster grown = world.awaitReady("kept");
        Secret after = secret(grown, "-talos");
        assertThat(after.getData()).isEqualTo(before.getData());
        assertThat(after.getMetadata().getAnnotations()).containsKey("butler.butlerlabs.dev/bootstrap-token-known");
    }

    @Test
    void noWorkerIsMadeBeforeTheControlPlaneHasToldWhatItIsTrustedBy() {
        REFUSED.set("early-trustd-creds");
        world.tenant("early", TALOS);

        TenantCluster waiting = awaitReason("early", "WorkerSecretsMissing");

        assertThat(world.parts(
                        "cluster.x-k8s.io/v1beta1",
                        "MachineDeployment",
                        waiting.getStatus().tenantNamespace()))
                .isEmpty();
        REFUSED.set("nothing");
        world.awaitReady("early");
    }

    private static TenantCluster awaitReason(String name, String reason) {
        return world.await(
                name,
                cluster -> ConditionEditor.find(cluster.getStatus().conditions(), "WorkerSecretsReady")
                        .filter(condition -> condition.getReason().equals(reason))
                        .isPresent());
    }

    @Test
    void secretsOfSomebodyElseAreNotTaken() {
        REFUSED.set("foreign-trustd-creds");
        world.tenant("foreign", TALOS);
        TenantCluster waiting = awaitReason("foreign", "WorkerSecretsMissing");
        Secret foreign = new SecretBuilder()
                .withNewMetadata()
                .withNamespace(waiting.getStatus().tenantNamespace())
                .withName("foreign-talos")
                .endMetadata()
                .withStringData(Map.of("bundle", "certs: {}"))
                .build();
        world.client().resource(foreign).create();
        REFUSED.set("nothing");

        TenantCluster failed = awaitReason("foreign", "WorkerSecretsForeign");
        assertThat(failed.getStatus().phase()).isEqualTo(Phase.FAILED);

        world.client().resource(foreign).delete();
        world.merge("foreign", "{\"spec\":{\"workers\":{\"replicas\":2}}}");
        GenericKubernetesResource deployment = world.parts(
                        "cluster.x-k8s.io/v1beta1",
                        "MachineDeployment",
                        world.awaitReady("foreign").getStatus().tenantNamespace())
                .getFirst();
        assertThat(deployment.getMetadata().getName()).isEqualTo("foreign-workers");
    }
}
