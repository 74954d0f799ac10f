package dev.butlerlabs.sim.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.embedded.RequestInterceptor;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.tenant.TenantOptions;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Deletions that do not come to their end: what holds them up is told, and that they are overdue. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("slow")
class HeldUpDeletionTest {
    private static final String ONE = "kubernetesVersion: v1.31.4, workers: {replicas: 1}";
    private static final String HOLD =
            "{\"metadata\":{\"finalizers\":[\"machine.cluster.x-k8s.io\",\"example.org/hold\"]}}";
    private static final String LET_GO = "{\"metadata\":{\"finalizers\":[]}}";

    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
    private ManagementWorld world;

    @BeforeEach
    void start() {
        TenantOptions brisk = TenantOptions.brisk();
        world = ManagementWorld.brisk(
                new TenantOptions(
                        brisk.recheck(),
                        brisk.resync(),
                        Duration.ofMinutes(5),
                        Duration.ofMinutes(30),
                        () -> Instant.now().plus(ahead.get())),
                RequestInterceptor.OPEN);
        world.harvester();
        world.tenant("held", ONE);
    }

    @AfterEach
    void stop() {
        world.close();
    }

    @Test
    void namesTheMachineThatDoesNotGoAndTellsWhenItIsOverdue() {
        TenantCluster ready = world.awaitReady("held");
        GenericKubernetesResource machine = world.parts(
                        "cluster.x-k8s.io/v1beta1", "Machine", ready.getStatus().tenantNamespace())
                .getFirst();
        patch(machine, HOLD);

        world.named("held").delete();

        Condition held = awaitReason(
                "ClusterGone", "WaitingForCluster", machine.getMetadata().getName());
        assertThat(held.getMessage())
                .startsWith("Waiting for the deletion of Machine ")
                .contains("Cluster held");
        assertThat(world.named("held").get().getStatus().phase()).isEqualTo(Phase.DELETING);

        ahead.set(Duration.ofMinutes(31));
        world.merge("held", "{\"metadata\":{\"annotations\":{\"example.org/look\":\"again\"}}}");
        Condition overdue = awaitReason(
                "ClusterGone", "DeletionOverdue", machine.getMetadata().getName());
        assertThat(overdue.getMessage()).startsWith("Deletion overdue since ");

        patch(machine, LET_GO);
        world.awaitGone("held");
    }

    private void patch(GenericKubernetesResource object, String json) {
        world.client()
                .genericKubernetesResources(object.getApiVersion(), object.getKind())
                .inNamespace(object.getMetadata().getNamespace())
                .withName(object.getMetadata().getName())
                .patch(PatchContext.of(PatchType.JSON_MERGE), json);
    }

    private Condition awaitReason(String step, String reason, String named) {
        TenantCluster cluster = world.await(
                "held",
                one -> find(one, step, reason)
                        .filter(condition -> condition.getMessage().contains(named))
                        .isPresent());
        return find(cluster, step, reason).orElseThrow();
    }

    private static Optional<Condition> find(TenantCluster cluster, String step, String reason) {
        return ConditionEditor.find(cluster.getStatus().conditions(), step)
                .filter(condition -> condition.getReason().equals(reason));
    }

    @Test
    void anAddonThatDoesNotGoIsNamedAndHoldsTheClusterForSomeTimeOnly() {
        world.awaitReady("held");
        world.client()
                .resources(TenantAddon.class)
                .inNamespace(ManagementWorld.HOME)
                .withName("held-cilium")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":[\"example.org/hold\"]}}");

        world.named("held").delete();

        Condition waiting = awaitReason("AddonsGone", "WaitingForAddons", "held-cilium");
        assertThat(waiting.getMessage())
                .startsWith("Waiting for the deletion of TenantAddon held-")
                .endsWith("TenantAddon held-cilium.");

        ahead.set(Duration.ofMinutes(6));
        world.awaitGone("held");
        world.client()
                .resources(TenantAddon.class)
                .inNamespace(ManagementWorld.HOME)
                .withName("held-cilium")
                .patch(PatchContext.of(PatchType.JSON_MERGE), LET_GO);
    }
}
