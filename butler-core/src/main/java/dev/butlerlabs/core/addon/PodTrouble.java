package dev.butlerlabs.core.addon;

import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** What keeps the pods of a workload from running, in the cluster's own words. */
final class PodTrouble {
    private final KubernetesClient cluster;

    PodTrouble(KubernetesClient cluster) {
        this.cluster = cluster;
    }

    /** Empty when no pod says anything. */
    Optional<String> of(PlatformAddon.Workload workload) {
        return cluster.pods().inNamespace(workload.namespace()).list().getItems().stream()
                .filter(pod -> pod.getMetadata().getName().startsWith(workload.name() + "-"))
                .flatMap(PodTrouble::words)
                .findFirst();
    }

    private static Stream<String> words(Pod pod) {
        if (pod.getStatus() == null) {
            return Stream.empty();
        }
        Stream<String> waiting = pod.getStatus().getContainerStatuses().stream()
                .map(ContainerStatus::getState)
                .filter(state -> state != null && state.getWaiting() != null)
                .map(state -> words(state.getWaiting()));
        Stream<String> unplaced = pod.getStatus().getConditions().stream()
                .filter(condition -> "PodScheduled".equals(condition.getType()))
                .filter(condition -> "False".equals(condition.getStatus()))
                .map(PodCondition::getMessage);
        return Stream.concat(waiting, unplaced).filter(text -> text != null && !text.isBlank());
    }

    private static String words(ContainerStateWaiting waiting) {
        String reason = Objects.requireNonNullElse(waiting.getReason(), "");
        return waiting.getMessage() == null ? reason : reason + ": " + waiting.getMessage();
    }
}
