package dev.butlerlabs.sim.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The simulated Cluster API leaves a paused cluster unchanged, which {@code clusterctl move} relies on. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("slow")
class PausedClusterTest {
    private static final String VERSION = "cluster.x-k8s.io/v1beta2";

    @Test
    void machinesAreReplacedOnlyAfterTheClusterIsResumed() {
        try (ManagementWorld world = ManagementWorld.hollow()) {
            world.harvester();
            world.tenant("demo", "kubernetesVersion: v1.31.4, workers: {replicas: 1}");
            String namespace = world.awaitReady("demo").getStatus().tenantNamespace();
            Resource<GenericKubernetesResource> cluster = named(world, "Cluster", namespace, "demo");
            Resource<GenericKubernetesResource> machine = named(
                    world, "Machine", namespace, machines(world, namespace).getFirst());

            pause(cluster, true);
            await("Paused").atMost(Duration.ofSeconds(60)).until(() -> isPaused(cluster.get()));
            machine.delete();
            GenericKubernetesResource whilePaused = machine.get();
            pause(cluster, false);

            assertThat(whilePaused.getMetadata().getDeletionTimestamp()).isNotEmpty();
            await("replacement")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> !isPaused(cluster.get())
                            && machine.get() == null
                            && machines(world, namespace).size() == 1);
        }
    }

    private static Resource<GenericKubernetesResource> named(
            ManagementWorld world, String kind, String namespace, String name) {
        return world.client()
                .genericKubernetesResources(VERSION, kind)
                .inNamespace(namespace)
                .withName(name);
    }

    private static List<String> machines(ManagementWorld world, String namespace) {
        return world.parts(VERSION, "Machine", namespace).stream()
                .map(UnstructuredObject::name)
                .toList();
    }

    private static void pause(Resource<GenericKubernetesResource> cluster, boolean paused) {
        cluster.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\": {\"paused\": %s}}".formatted(paused));
    }

    private static boolean isPaused(GenericKubernetesResource cluster) {
        return cluster.get("status", "conditions") instanceof List<?> conditions
                && conditions.stream()
                        .anyMatch(one -> one instanceof Map<?, ?> fields
                                && "Paused".equals(fields.get("type"))
                                && "True".equals(fields.get("status")));
    }
}
