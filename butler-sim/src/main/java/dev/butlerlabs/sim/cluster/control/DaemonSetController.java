package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatus;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatusBuilder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Creates one pod on every matching node. */
final class DaemonSetController implements SimulatedController {
    static final String REVISION = "controller-revision-hash";

    @Override
    public void reconcile(ClusterView view) {
        for (DaemonSet set : view.daemonSets()) {
            if (set.getMetadata().getDeletionTimestamp() == null) {
                PodPlacement placement =
                        PodPlacement.ofDaemon(set.getSpec().getTemplate().getSpec());
                Set<String> nodes = view.nodes().stream()
                        .filter(placement::fits)
                        .map((Node node) -> node.getMetadata().getName())
                        .collect(Collectors.toSet());
                fill(view, set, nodes);
                DaemonSetStatus status = status(view, set, nodes);
                if (!status.equals(set.getStatus())) {
                    view.writes()
                            .status(new DaemonSetBuilder(set).withStatus(status).build());
                }
            }
        }
    }

    private static void fill(ClusterView view, DaemonSet set, Set<String> nodes) {
        String revision = view.revisions().of(set, set.getSpec().getTemplate());
        List<Pod> pods = view.pods(set);
        pods.stream()
                .filter(pod -> !PodFactory.hasLabel(pod, REVISION, revision))
                .forEach(pod -> view.writes().delete(pod));
        Set<String> served = pods.stream()
                .filter(pod -> PodFactory.hasLabel(pod, REVISION, revision))
                .map(pod -> pod.getSpec().getNodeName())
                .collect(Collectors.toSet());
        nodes.stream()
                .filter(node -> !served.contains(node))
                .forEach(node -> view.writes().create(pod(set, revision, node)));
    }

    private static Pod pod(DaemonSet set, String revision, String node) {
        String name = set.getMetadata().getName() + "-"
                + PodFactory.letters(5, set.getMetadata().getUid(), revision, node);
        return new PodBuilder(
                        PodFactory.fromTemplate(set, set.getSpec().getTemplate(), name, Map.of(REVISION, revision)))
                .editSpec()
                .withNodeName(node)
                .endSpec()
                .build();
    }

    private static DaemonSetStatus status(ClusterView view, DaemonSet set, Set<String> nodes) {
        String revision = view.revisions().of(set, set.getSpec().getTemplate());
        List<Pod> pods = view.pods(set).stream()
                .filter(pod -> nodes.contains(pod.getSpec().getNodeName()))
                .toList();
        List<Pod> current = pods.stream()
                .filter(pod -> PodFactory.hasLabel(pod, REVISION, revision))
                .toList();
        int ready = PodFactory.ready(pods);
        return new DaemonSetStatusBuilder()
                .withObservedGeneration(set.getMetadata().getGeneration())
                .withDesiredNumberScheduled(nodes.size())
                .withCurrentNumberScheduled(pods.size())
                .withUpdatedNumberScheduled(DeploymentController.filled(current.size()))
                .withNumberMisscheduled(0)
                .withNumberReady(ready)
                .withNumberAvailable(DeploymentController.filled(ready))
                .withNumberUnavailable(DeploymentController.filled(nodes.size() - ready))
                .build();
    }
}
