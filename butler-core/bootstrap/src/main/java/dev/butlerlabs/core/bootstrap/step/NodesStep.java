package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan.PlannedMachine;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Waits until the nodes of the machines are ready. */
final class NodesStep {
    private final BootstrapOptions options;

    NodesStep(BootstrapOptions options) {
        this.options = options;
    }

    StepResult await(KubernetesClient client, BootstrapReconcileContext scope) {
        List<Node> nodes = KubeErrorMapper.translating(
                "listing nodes", () -> client.nodes().list().getItems());
        Set<String> ready = nodes.stream()
                .filter(NodesStep::isReady)
                .map(node -> node.getMetadata().getName())
                .collect(Collectors.toSet());
        scope.readyNodes(ready);
        List<String> missing = scope.selected().stream()
                .map(PlannedMachine::name)
                .filter(name -> !ready.contains(name))
                .toList();
        int all = scope.selected().size();
        return missing.isEmpty()
                ? StepResult.done(CountFormatter.are(all, "node") + " ready.")
                : StepResult.waiting(
                        "WaitingForNodes",
                        "%d/%d nodes ready; %s"
                                .formatted(all - missing.size(), all, seen(scope, nodes, missing.getFirst())),
                        options.poll());
    }

    static boolean isReady(Node node) {
        return readiness(node).anyMatch(condition -> "True".equals(condition.getStatus()));
    }

    private static Stream<NodeCondition> readiness(Node node) {
        return Stream.ofNullable(node.getStatus())
                .flatMap(status -> status.getConditions().stream())
                .filter(condition -> "Ready".equals(condition.getType()));
    }

    private static String seen(BootstrapReconcileContext scope, List<Node> nodes, String name) {
        return nodes.stream()
                .filter(node -> name.equals(node.getMetadata().getName()))
                .findFirst()
                .map(node -> "%s: %s"
                        .formatted(
                                name,
                                readiness(node)
                                        .map(condition -> String.valueOf(condition.getMessage()))
                                        .findFirst()
                                        .orElse("not ready")))
                .orElseGet(() -> scope.nodes().get(name) instanceof NodeProgress.Pending(String seen)
                        ? "%s has not joined: %s".formatted(name, seen)
                        : name + " has not joined");
    }
}
