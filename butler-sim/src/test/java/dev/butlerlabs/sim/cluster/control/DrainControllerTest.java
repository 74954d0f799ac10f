package dev.butlerlabs.sim.cluster.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.sim.cluster.ClusterAwait;
import dev.butlerlabs.sim.cluster.helm.HelmRunner;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Talos cordons and drains a node before it stops its machine. */
@Tag("slow")
class DrainControllerTest {
    private static ClusterMember member(int number, boolean draining) {
        return new ClusterMember(
                "node-" + number,
                "127.0.0." + number,
                true,
                number == 1,
                Map.of(),
                Map.of(),
                Map.of(),
                "v1.35.0",
                "v1.12.1",
                true,
                number == 1 ? StaticPod.all("v1.35.0") : List.of(),
                draining);
    }

    @Test
    void movesPodsAwayAndUncordonsTheNodeAfterItsBoot() {
        try (SmallCluster cluster = new SmallCluster(new HelmRunner(), 2)) {
            cluster.client()
                    .resource(new DeploymentBuilder()
                            .withNewMetadata()
                            .withName("web")
                            .withNamespace("default")
                            .endMetadata()
                            .withNewSpec()
                            .withReplicas(2)
                            .withNewSelector()
                            .addToMatchLabels("app", "web")
                            .endSelector()
                            .withNewTemplate()
                            .withNewMetadata()
                            .addToLabels("app", "web")
                            .endMetadata()
                            .withNewSpec()
                            .addNewContainer()
                            .withName("web")
                            .withImage("web:1")
                            .endContainer()
                            .endSpec()
                            .endTemplate()
                            .endSpec()
                            .build())
                    .create();
            ClusterAwait.until("two pods", () -> nodesOfPods(cluster), nodes -> nodes.size() == 2);
            cluster.follow(List.of(member(1, true), member(2, false)), true);
            ClusterAwait.until(
                    "both pods on the other node", () -> nodesOfPods(cluster), List.of("node-2", "node-2")::equals);
            assertThat(node(cluster).getSpec().getUnschedulable()).isTrue();
            assertThat(node(cluster).getMetadata().getAnnotations()).containsEntry("talos.dev/cordoned", "true");
            cluster.follow(List.of(member(1, false), member(2, false)), true);
            ClusterAwait.until(
                    "a schedulable node",
                    () -> Boolean.TRUE.equals(node(cluster).getSpec().getUnschedulable()),
                    Boolean.FALSE::equals);
        }
    }

    private static Node node(SmallCluster cluster) {
        return cluster.client().nodes().withName("node-1").get();
    }

    private static List<String> nodesOfPods(SmallCluster cluster) {
        return cluster.client().pods().inNamespace("default").withLabel("app", "web").list().getItems().stream()
                .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                .filter(pod -> pod.getSpec().getNodeName() != null)
                .filter(PodFactory::isReady)
                .map(Pod::getSpec)
                .map(spec -> spec.getNodeName())
                .sorted()
                .toList();
    }
}
