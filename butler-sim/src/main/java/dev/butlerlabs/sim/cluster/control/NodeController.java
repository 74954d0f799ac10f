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
final class NodeController implements SimulatedController {
    @Override
    public void reconcile(ClusterView view) {
        for (ClusterMember member : view.members()) {
            if (member.up() && view.node(member.name()).isEmpty()) {
                view.writes().create(NodeRenderer.fresh(member, NodeState.ofRunning(view, member)));
            }
        }
        view.nodes().forEach(node -> adjust(view, node));
    }

    private static void adjust(ClusterView view, Node node) {
        NodeState state = state(view, node);
        Optional<ClusterMember> running =
                view.member(node.getMetadata().getName()).filter(ClusterMember::up);
        List<Taint> taints = taints(node, state);
        Map<String, String> labels = new HashMap<>(node.getMetadata().getLabels());
        running.ifPresent(member -> labels.putAll(NodeRenderer.labels(member)));
        if (!taints.equals(node.getSpec().getTaints())
                || !labels.equals(node.getMetadata().getLabels())) {
            view.writes()
                    .replace(new NodeBuilder(node)
                            .editMetadata()
                            .withLabels(labels)
                            .endMetadata()
                            .editSpec()
                            .withTaints(taints)
                            .endSpec()
                            .build());
        } else if (NodeState.of(node).filter(state::equals).isEmpty()
                || running.filter(member -> !NodeRenderer.describes(node, member))
                        .isPresent()) {
            view.writes()
                    .status(new NodeBuilder(node)
                            .withStatus(NodeRenderer.status(node, running, state))
                            .build());
        }
    }

    private static NodeState state(ClusterView view, Node node) {
        String name = node.getMetadata().getName();
        Optional<ClusterMember> running = view.member(name).filter(ClusterMember::up);
        if (running.isPresent()) {
            return NodeState.ofRunning(view, running.get());
        }
        return view.lasted("silence of " + name, view.delays().silence())
                ? NodeState.SILENT
                : NodeState.of(node).orElse(NodeState.SILENT);
    }

    private static List<Taint> taints(Node node, NodeState state) {
        Stream<Taint> others = node.getSpec().getTaints().stream().filter(taint -> !NodeRenderer.tellsState(taint));
        return Stream.concat(others, NodeRenderer.taints(state).stream()).toList();
    }
}
