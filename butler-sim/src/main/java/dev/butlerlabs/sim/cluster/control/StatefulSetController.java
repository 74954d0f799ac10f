package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatus;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatusBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Reconciles StatefulSets: creates numbered pods in order, or all at once with parallel pod management. */
final class StatefulSetController implements SimulatedController {
    @Override
    public void reconcile(ClusterView view) {
        for (StatefulSet set : view.statefulSets()) {
            if (set.getMetadata().getDeletionTimestamp() == null) {
                fill(view, set);
                StatefulSetStatus status = status(view, set, view.pods(set));
                if (!status.equals(set.getStatus())) {
                    view.writes()
                            .status(new StatefulSetBuilder(set)
                                    .withStatus(status)
                                    .build());
                }
            }
        }
    }

    private static void fill(ClusterView view, StatefulSet set) {
        String revision = revision(view, set);
        boolean together = "Parallel".equals(set.getSpec().getPodManagementPolicy());
        List<Pod> pods = view.pods(set);
        pods.stream()
                .filter(pod ->
                        !PodFactory.hasLabel(pod, DaemonSetController.REVISION, revision) || number(pod) >= wanted(set))
                .forEach(pod -> view.writes().delete(pod));
        for (int number = 0; number < wanted(set); number++) {
            String name = set.getMetadata().getName() + "-" + number;
            Optional<Pod> present = pods.stream()
                    .filter(pod -> pod.getMetadata().getName().equals(name))
                    .findFirst();
            if (present.isEmpty()) {
                view.writes()
                        .create(PodFactory.fromTemplate(
                                set,
                                set.getSpec().getTemplate(),
                                name,
                                Map.of(
                                        DaemonSetController.REVISION,
                                        revision,
                                        "statefulset.kubernetes.io/pod-name",
                                        name)));
            }
            if (!together && present.filter(PodFactory::isReady).isEmpty()) {
                return;
            }
        }
    }

    private static int wanted(StatefulSet set) {
        return Objects.requireNonNullElse(set.getSpec().getReplicas(), 1);
    }

    private static int number(Pod pod) {
        String name = pod.getMetadata().getName();
        return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
    }

    private static String revision(ClusterView view, StatefulSet set) {
        return set.getMetadata().getName() + "-"
                + view.revisions().of(set, set.getSpec().getTemplate());
    }

    private static StatefulSetStatus status(ClusterView view, StatefulSet set, List<Pod> pods) {
        String revision = revision(view, set);
        int ready = PodFactory.ready(pods);
        int updated = (int) pods.stream()
                .filter(pod -> PodFactory.hasLabel(pod, DaemonSetController.REVISION, revision))
                .count();
        return new StatefulSetStatusBuilder()
                .withObservedGeneration(set.getMetadata().getGeneration())
                .withReplicas(pods.size())
                .withReadyReplicas(DeploymentController.filled(ready))
                .withAvailableReplicas(ready)
                .withCurrentReplicas(DeploymentController.filled(updated))
                .withUpdatedReplicas(DeploymentController.filled(updated))
                .withCurrentRevision(revision)
                .withUpdateRevision(revision)
                .withCollisionCount(0)
                .build();
    }
}
