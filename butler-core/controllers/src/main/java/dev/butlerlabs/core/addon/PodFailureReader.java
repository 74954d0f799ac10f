package dev.butlerlabs.core.addon;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads why the pods of a workload are not available, as the cluster reports it. */
final class PodFailureReader {
    private static final Set<String> HARMLESS = Set.of("ContainerCreating", "PodInitializing");

    private final KubernetesClient cluster;

    PodFailureReader(KubernetesClient cluster) {
        this.cluster = cluster;
    }

    /** Returns the first problem of the selected pods, ordered by name. */
    Optional<String> first(String namespace, LabelSelector selector) {
        return cluster.pods().inNamespace(namespace).withLabelSelector(selector).list().getItems().stream()
                .sorted(Comparator.comparing((Pod pod) -> pod.getMetadata().getName()))
                .flatMap(pod ->
                        trouble(pod)
                                .map(words ->
                                        "pod %s: %s".formatted(pod.getMetadata().getName(), words))
                                .stream())
                .findFirst();
    }

    private static Optional<String> trouble(Pod pod) {
        if (pod.getStatus() == null) {
            return Optional.empty();
        }
        Stream<String> unplaced = pod.getStatus().getConditions().stream()
                .filter(condition ->
                        "PodScheduled".equals(condition.getType()) && "False".equals(condition.getStatus()))
                .map(condition -> "cannot be scheduled: " + text(condition.getMessage()));
        Stream<String> stuck = Stream.concat(
                        pod.getStatus().getInitContainerStatuses().stream(),
                        pod.getStatus().getContainerStatuses().stream())
                .map(ContainerStatus::getState)
                .filter(state -> state != null
                        && state.getWaiting() != null
                        && !HARMLESS.contains(text(state.getWaiting().getReason())))
                .map(state -> "%s %s"
                        .formatted(
                                text(state.getWaiting().getReason()),
                                text(state.getWaiting().getMessage())));
        return Stream.concat(unplaced, stuck).findFirst();
    }

    private static String text(String words) {
        return Objects.requireNonNullElse(words, "");
    }
}
