package dev.butlerlabs.core.node;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds nodes, and marks them as unschedulable or schedulable. All methods are idempotent. */
public final class NodeCordonClient {
    private final KubernetesClient client;

    public NodeCordonClient(KubernetesClient client) {
        this.client = client;
    }

    Optional<Node> find(String name) {
        return KubeErrorMapper.translating(
                "reading node " + name,
                () -> Optional.ofNullable(client.nodes().withName(name).get()));
    }

    /**
     * Returns a node.
     *
     * @throws ButlerException with the known nodes if the node does not exist
     */
    public Node require(String name) {
        return find(name).orElseThrow(() -> unknown(name, names()));
    }

    static ButlerException unknown(String name, List<String> known) {
        return new ButlerException(
                ErrorCode.NOT_FOUND,
                "Node \"%s\" not found.".formatted(name),
                known.isEmpty() ? "The cluster has no nodes." : "Known nodes: " + String.join(", ", known) + ".");
    }

    private List<String> names() {
        return KubeErrorMapper.translating(
                        "listing the nodes", () -> client.nodes().list().getItems())
                .stream()
                .map(node -> node.getMetadata().getName())
                .sorted()
                .toList();
    }

    static boolean isCordoned(Node node) {
        return node.getSpec() != null && Boolean.TRUE.equals(node.getSpec().getUnschedulable());
    }

    /** Returns whether an operation cordoned the node, and not a user. */
    public static boolean isCordonedByOperation(Node node) {
        return Optional.ofNullable(node.getMetadata().getAnnotations())
                .orElse(Map.of())
                .containsKey(Annotations.CORDONED_BY);
    }

    /**
     * Marks a node as unschedulable for a user.
     *
     * @return whether it was schedulable before
     */
    public boolean cordon(String name) {
        return change(name, true, Optional.empty());
    }

    /** Marks a node as unschedulable, and records that the operation did it unless it was unschedulable before. */
    public void cordonFor(String name, String operation) {
        if (!isCordoned(require(name))) {
            change(name, true, Optional.of(operation));
        }
    }

    /**
     * Marks a node as schedulable.
     *
     * @return whether it was unschedulable before
     */
    public boolean uncordon(String name) {
        return change(name, false, Optional.empty());
    }

    private boolean change(String name, boolean unschedulable, Optional<String> operation) {
        boolean isChange = isCordoned(require(name)) != unschedulable;
        KubeErrorMapper.translating(
                (unschedulable ? "cordoning" : "uncordoning") + " node " + name,
                () -> client.nodes().withName(name).edit(node -> changed(node, unschedulable, operation)));
        return isChange;
    }

    private static Node changed(Node node, boolean unschedulable, Optional<String> operation) {
        NodeBuilder builder = new NodeBuilder(node);
        builder.editOrNewSpec().withUnschedulable(unschedulable ? true : null).endSpec();
        builder.editMetadata().removeFromAnnotations(Annotations.CORDONED_BY).endMetadata();
        operation.ifPresent(word -> builder.editMetadata()
                .addToAnnotations(Annotations.CORDONED_BY, word)
                .endMetadata());
        return builder.build();
    }
}
