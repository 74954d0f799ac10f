package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Registers nodes and reports their status. Nodes without a heartbeat become unreachable, but are not deleted. */
final class Nodes implements Controller {
    @Override
    public void look(World world) {
        for (Member member : world.members()) {
            if (member.up() && world.node(member.name()).isEmpty()) {
                world.writes().create(NodeForm.fresh(member, NodeState.ofRunning(world, member)));
            }
        }
        world.nodes().forEach(node -> adjust(world, node));
    }

    private static void adjust(World world, Node node) {
        NodeState state = state(world, node);
        Optional<Member> running = world.member(node.getMetadata().getName()).filter(Member::up);
        List<Taint> taints = taints(node, state);
        Map<String, String> labels = new HashMap<>(node.getMetadata().getLabels());
        running.ifPresent(member -> labels.putAll(NodeForm.labels(member)));
        if (!taints.equals(node.getSpec().getTaints())
                || !labels.equals(node.getMetadata().getLabels())) {
            world.writes()
                    .replace(new NodeBuilder(node)
                            .editMetadata()
                            .withLabels(labels)
                            .endMetadata()
                            .editSpec()
                            .withTaints(taints)
                            .endSpec()
                            .build());
        } else if (NodeState.of(node).filter(state::equals).isEmpty()
                || running.filter(member -> !NodeForm.describes(node, member)).isPresent()) {
            world.writes()
                    .status(new NodeBuilder(node)
                            .withStatus(NodeForm.status(node, running, state))
                            .build());
        }
    }

    private static NodeState state(World world, Node node) {
        String name = node.getMetadata().getName();
        Optional<Member> running = world.member(name).filter(Member::up);
        if (running.isPresent()) {
            return NodeState.ofRunning(world, running.get());
        }
        return world.lasted("silence of " + name, world.tempo().silence())
                ? NodeState.SILENT
                : NodeState.of(node).orElse(NodeState.SILENT);
    }

    private static List<Taint> taints(Node node, NodeState state) {
        Stream<Taint> others = node.getSpec().getTaints().stream().filter(taint -> !NodeForm.tellsState(taint));
        return Stream.concat(others, NodeForm.taints(state).stream()).toList();
    }
}
