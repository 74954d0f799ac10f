package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatus;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatusBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Reconciles ReplicaSets: keeps the desired number of identical pods. */
final class ReplicaSetController implements SimulatedController {
    @Override
    public void reconcile(ClusterView view) {
        for (ReplicaSet set : view.replicaSets()) {
            if (set.getMetadata().getDeletionTimestamp() == null) {
                fill(view, set);
                ReplicaSetStatus status = status(set, view.pods(set));
                if (!status.equals(set.getStatus())) {
                    view.writes()
                            .status(new ReplicaSetBuilder(set)
                                    .withStatus(status)
                                    .build());
                }
            }
        }
    }

    private static void fill(ClusterView view, ReplicaSet set) {
        int wanted = Objects.requireNonNullElse(set.getSpec().getReplicas(), 1);
        Set<String> names =
                IntStream.range(0, wanted).mapToObj(number -> name(set, number)).collect(Collectors.toSet());
        List<Pod> pods = view.pods(set);
        Set<String> present =
                pods.stream().map(pod -> pod.getMetadata().getName()).collect(Collectors.toSet());
        names.stream()
                .filter(name -> !present.contains(name))
                .forEach(name -> view.writes()
                        .create(PodFactory.fromTemplate(set, set.getSpec().getTemplate(), name, Map.of())));
        pods.stream()
                .filter(pod -> !names.contains(pod.getMetadata().getName()))
                .forEach(pod -> view.writes().delete(pod));
    }

    private static String name(ReplicaSet set, int number) {
        return set.getMetadata().getName() + "-"
                + PodFactory.letters(5, set.getMetadata().getUid(), number);
    }

    private static ReplicaSetStatus status(ReplicaSet set, List<Pod> pods) {
        Integer ready = DeploymentController.filled(PodFactory.ready(pods));
        return new ReplicaSetStatusBuilder()
                .withObservedGeneration(set.getMetadata().getGeneration())
                .withReplicas(pods.size())
                .withFullyLabeledReplicas(DeploymentController.filled(pods.size()))
                .withReadyReplicas(ready)
                .withAvailableReplicas(ready)
                .build();
    }
}
