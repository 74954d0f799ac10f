package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan.PlannedMachine;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Deletes the Nodes of machines that do not exist, once all nodes of a restored cluster are ready. A node that Butler did not create is kept while it is
 * ready.
 */
final class StaleNodeCleanup {
    private StaleNodeCleanup() {}

    static StepResult delete(KubernetesClient client, BootstrapReconcileContext scope) {
        Set<String> machines =
                scope.plan().machines().stream().map(PlannedMachine::name).collect(Collectors.toSet());
        List<Node> stale = KubeErrorMapper.translating(
                        "listing nodes", () -> client.nodes().list().getItems())
                .stream()
                .filter(node -> !machines.contains(node.getMetadata().getName()) && !NodesStep.isReady(node))
                .toList();
        stale.forEach(node -> KubeErrorMapper.translating(
                "deleting node " + node.getMetadata().getName(),
                () -> client.resource(node).delete()));
        String ready = "%d/%d nodes ready".formatted(machines.size(), machines.size());
        return StepResult.done(
                stale.isEmpty()
                        ? ready + "."
                        : "%s; deleted nodes without a machine: %s."
                                .formatted(
                                        ready,
                                        stale.stream()
                                                .map(node -> node.getMetadata().getName())
                                                .collect(Collectors.joining(", "))));
    }
}
