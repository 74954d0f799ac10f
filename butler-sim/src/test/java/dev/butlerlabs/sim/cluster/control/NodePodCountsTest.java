package dev.butlerlabs.sim.cluster.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which node a pod gets. */
class NodePodCountsTest {
    private static final List<String> NODES = List.of("node-1", "node-2", "node-3");

    private final NodePodCounts seats = new NodePodCounts();

    @Test
    void spreadsThePodsOfAnOwnerBeforeItLooksAtHowFullNodesAre() {
        seats.count(List.of(on("node-1", pod("full", "another")), on("node-2", pod("a", "web"))));
        assertThat(seats.choose(pod("b", "web"), NODES)).contains("node-3");
        assertThat(seats.choose(pod("c", "web"), NODES)).contains("node-1");
    }

    @Test
    void remembersWhatItChoseForPodsThatAreSeenWithoutANodeStill() {
        Pod full = on("node-1", pod("full", "another"));
        Pod first = pod("a", "web");
        seats.count(List.of(full, first));
        assertThat(seats.choose(first, NODES)).contains("node-2");
        seats.count(List.of(full, first));
        assertThat(seats.choose(pod("b", "web"), NODES)).contains("node-3");
        assertThat(seats.choose(first, NODES)).contains("node-2");
    }

    @Test
    void choosesAgainWhenTheNodeHasGone() {
        Pod first = pod("a", "web");
        seats.count(List.of(first));
        assertThat(seats.choose(first, NODES)).contains("node-1");
        assertThat(seats.choose(first, List.of("node-2"))).contains("node-2");
    }

    @Test
    void hasNoneWhereNothingFits() {
        seats.count(List.of());
        assertThat(seats.choose(pod("a", "web"), List.of())).isEmpty();
    }

    private static Pod pod(String name, String owner) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withUid(name)
                .addNewOwnerReference()
                .withUid(owner)
                .withController(true)
                .endOwnerReference()
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .build();
    }

    private static Pod on(String node, Pod pod) {
        return new PodBuilder(pod).editSpec().withNodeName(node).endSpec().build();
    }
}
