package dev.butlerlabs.core.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.MachineRole;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
final class NodeInventoryTest {
    private static List<NodeRow> rows(NodeWorld world, List<Node> nodes) {
        return new NodeInventory(nodes, world.requests(), world.observe(world.requests())).rows();
    }

    private static List<Node> nodes(NodeWorld world) {
        return new ArrayList<>(world.client().nodes().list().getItems());
    }

    private static NodeRow row(List<NodeRow> rows, String name) {
        return rows.stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void listsControlPlanesFirstWithTheirMembers() {
        try (NodeWorld world = new NodeWorld(2, 1)) {
            world.etcd.remove("demo-cp-1");

            List<NodeRow> rows = rows(world, nodes(world));

            assertThat(rows).extracting(NodeRow::name).containsExactly("demo-cp-0", "demo-cp-1", "demo-worker-0");
            assertThat(rows)
                    .extracting(NodeRow::etcd)
                    .containsExactly(Optional.of("member"), Optional.of("missing"), Optional.empty());
            NodeRow first = rows.getFirst();
            assertThat(first.status()).isEqualTo("Ready");
            assertThat(first.talos()).contains("v1.14.1");
            assertThat(first.kubernetes()).contains("v1.37.2");
            assertThat(first.machineId()).contains("vm-demo-cp-0");
        }
    }

    @Test
    void doesNotClaimThatMembersAreMissingIfNoMachineAnswers() {
        try (NodeWorld world = new NodeWorld(1, 1)) {
            NodeRow row = row(
                    new NodeInventory(
                                    nodes(world),
                                    world.requests(),
                                    Map.of("demo-cp-0", new NodeMachineState.Unreachable("down")))
                            .rows(),
                    "demo-cp-0");

            assertThat(row.etcd()).contains("unknown");
            assertThat(row.talos()).contains("v1.14.1");
        }
    }

    @Test
    void listsMachinesWithoutNodeAndNodesWithoutMachine() {
        try (NodeWorld world = new NodeWorld(1, 1)) {
            List<Node> nodes = nodes(world);
            nodes.removeIf(node -> node.getMetadata().getName().equals("demo-worker-0"));
            nodes.add(new NodeBuilder()
                    .withNewMetadata()
                    .withName("stranger")
                    .endMetadata()
                    .withNewSpec()
                    .withUnschedulable(true)
                    .endSpec()
                    .build());

            List<NodeRow> rows = rows(world, nodes);

            assertThat(row(rows, "demo-worker-0").status()).isEqualTo("Running");
            assertThat(row(rows, "stranger").status()).isEqualTo("NotReady,SchedulingDisabled");
            assertThat(row(rows, "stranger").role()).isEqualTo(MachineRole.WORKER);
            assertThat(row(rows, "stranger").machineId()).isEmpty();
        }
    }
}
