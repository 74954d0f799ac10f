package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** Builds the status of pods. */
final class PodStatusRenderer {
    private PodStatusRenderer() {}

    static boolean says(Pod pod, String message) {
        return pod.getStatus() != null
                && pod.getStatus().getConditions().stream()
                        .anyMatch(condition -> message.equals(condition.getMessage()));
    }

    static Pod unschedulable(Pod pod, String why) {
        return new PodBuilder(pod)
                .withStatus(new PodStatusBuilder()
                        .withPhase("Pending")
                        .withConditions(condition(pod, "PodScheduled", false, "Unschedulable", why))
                        .build())
                .build();
    }

    /** Returns a scheduled pod whose container is waiting. */
    static Pod waiting(Pod pod, String reason, String message) {
        ContainerState state = new ContainerStateBuilder()
                .withNewWaiting()
                .withReason(reason)
                .withMessage(message)
                .endWaiting()
                .build();
        return inState(pod, "Pending", false, "ContainersNotReady", container -> status(pod, container, state, false));
    }

    static Pod running(Pod pod, ClusterMember node, boolean ready) {
        ContainerState state = new ContainerStateBuilder()
                .withNewRunning()
                .withStartedAt(startedAt(pod))
                .endRunning()
                .build();
        Pod running = inState(
                pod,
                "Running",
                ready,
                ready ? null : "ContainersNotReady",
                container -> status(pod, container, state, ready));
        return new PodBuilder(running)
                .editStatus()
                .withHostIP(node.address())
                .withPodIP(address(pod, node))
                .endStatus()
                .build();
    }

    /** Returns a pod whose node is unreachable. */
    static Pod doubted(Pod pod) {
        return new PodBuilder(pod)
                .editStatus()
                .withConditions(pod.getStatus().getConditions().stream()
                        .map(old -> old.getType().equals("Ready") ? condition(pod, "Ready", false, null, null) : old)
                        .toList())
                .endStatus()
                .build();
    }

    /** Returns a pod whose program has finished. */
    static Pod ended(Pod pod, JobRunner.Outcome outcome) {
        boolean good = outcome.exitCode() == 0;
        ContainerState state = terminated(pod, outcome);
        return inState(
                pod,
                good ? "Succeeded" : "Failed",
                false,
                good ? "PodCompleted" : "PodFailed",
                container -> status(pod, container, state, false));
    }

    /** Returns a pod whose program has failed and will be restarted. */
    static Pod failing(Pod pod, JobRunner.Outcome outcome) {
        ContainerState state = new ContainerStateBuilder()
                .withNewWaiting()
                .withReason("CrashLoopBackOff")
                .withMessage("back-off restarting failed container")
                .endWaiting()
                .build();
        int restarts = restarts(pod) + 1;
        return inState(
                pod,
                "Running",
                false,
                "ContainersNotReady",
                container -> new ContainerStatusBuilder(status(pod, container, state, false))
                        .withRestartCount(restarts)
                        .withLastState(terminated(pod, outcome))
                        .build());
    }

    private static ContainerState terminated(Pod pod, JobRunner.Outcome outcome) {
        boolean good = outcome.exitCode() == 0;
        boolean tellsLog = !good
                && "FallbackToLogsOnError"
                        .equals(pod.getSpec().getContainers().getFirst().getTerminationMessagePolicy());
        return new ContainerStateBuilder()
                .withNewTerminated()
                .withExitCode(outcome.exitCode())
                .withReason(good ? "Completed" : "Error")
                .withMessage(tellsLog ? LogTruncation.end(outcome.log()) : null)
                .withStartedAt(startedAt(pod))
                .withFinishedAt(ClusterView.now())
                .endTerminated()
                .build();
    }

    static int restarts(Pod pod) {
        return pod.getStatus() == null
                ? 0
                : pod.getStatus().getContainerStatuses().stream()
                        .mapToInt(status -> Objects.requireNonNullElse(status.getRestartCount(), 0))
                        .sum();
    }

    /** Returns the waiting reason of the first container. */
    static Optional<String> waitsFor(Pod pod) {
        return Optional.ofNullable(pod.getStatus()).stream()
                .flatMap(status -> status.getContainerStatuses().stream())
                .map(ContainerStatus::getState)
                .filter(state -> state != null && state.getWaiting() != null)
                .map(state -> state.getWaiting().getReason())
                .findFirst();
    }

    private static Pod inState(
            Pod pod, String phase, boolean ready, String reason, Function<Container, ContainerStatus> form) {
        List<ContainerStatus> containers =
                pod.getSpec().getContainers().stream().map(form).toList();
        PodStatus old = Optional.ofNullable(pod.getStatus()).orElseGet(PodStatus::new);
        return new PodBuilder(pod)
                .withStatus(new PodStatusBuilder(old)
                        .withPhase(phase)
                        .withStartTime(Optional.ofNullable(old.getStartTime()).orElseGet(ClusterView::now))
                        .withConditions(
                                condition(pod, "PodScheduled", true, null, null),
                                condition(pod, "Initialized", true, null, null),
                                condition(pod, "ContainersReady", ready, reason, null),
                                condition(pod, "Ready", ready, reason, null))
                        .withContainerStatuses(containers)
                        .build())
                .build();
    }

    private static ContainerStatus status(Pod pod, Container container, ContainerState state, boolean ready) {
        return new ContainerStatusBuilder()
                .withName(container.getName())
                .withImage(container.getImage())
                .withImageID("")
                .withReady(ready)
                .withStarted(state.getRunning() != null)
                .withRestartCount(restarts(pod))
                .withState(state)
                .build();
    }

    private static PodCondition condition(Pod pod, String type, boolean status, String reason, String message) {
        String word = status ? "True" : "False";
        String since = Optional.ofNullable(pod.getStatus()).stream()
                .flatMap(old -> old.getConditions().stream())
                .filter(old -> old.getType().equals(type) && old.getStatus().equals(word))
                .map(PodCondition::getLastTransitionTime)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseGet(ClusterView::now);
        return new PodConditionBuilder()
                .withType(type)
                .withStatus(word)
                .withReason(reason)
                .withMessage(message)
                .withLastTransitionTime(since)
                .build();
    }

    private static String startedAt(Pod pod) {
        return Optional.ofNullable(pod.getStatus()).stream()
                .flatMap(status -> status.getContainerStatuses().stream())
                .map(ContainerStatus::getState)
                .filter(state -> state != null && state.getRunning() != null)
                .map(state -> state.getRunning().getStartedAt())
                .findFirst()
                .orElseGet(ClusterView::now);
    }

    private static String address(Pod pod, ClusterMember node) {
        if (PodFactory.isOnHostNetwork(pod)) {
            return node.address();
        }
        int hash = Math.floorMod(pod.getMetadata().getUid().hashCode(), 62_000);
        return "10.244.%d.%d".formatted(hash / 250, 2 + hash % 250);
    }
}
