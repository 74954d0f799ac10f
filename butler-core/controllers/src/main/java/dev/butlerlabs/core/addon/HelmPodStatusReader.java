package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the state of a Job's pods, as reported by Helm, the kubelet or the scheduler. */
final class HelmPodStatusReader {
    private static final int LAST_LINES = 5;
    private static final int LONGEST = 900;
    private static final Set<String> PULLING = Set.of("ErrImagePull", "ImagePullBackOff");
    private static final String PULL_FAILED = "ErrImagePull: ";
    /** Waiting reasons that are part of a normal start. */
    private static final Set<String> STARTING = Set.of("ContainerCreating", "PodInitializing");

    private final KubernetesClient cluster;

    HelmPodStatusReader(KubernetesClient cluster) {
        this.cluster = cluster;
    }

    /**
     * The last state of a Job.
     *
     * @param ran whether the program was started
     */
    record Sight(boolean ran, String words) {}

    Sight look(Job job) {
        return pods(job).stream()
                .reduce((earlier, later) -> later)
                .map(HelmPodStatusReader::sight)
                .orElseGet(() -> refusal(job)
                        .map(words -> new Sight(false, words))
                        .orElse(new Sight(false, "the Job has no pod yet")));
    }

    private List<Pod> pods(Job job) {
        return KubeErrorMapper.translating(
                "listing the pods of " + job.getMetadata().getName(),
                () -> cluster
                        .pods()
                        .inNamespace(job.getMetadata().getNamespace())
                        .withLabel("job-name", job.getMetadata().getName())
                        .list()
                        .getItems()
                        .stream()
                        .sorted(Comparator.comparing(
                                pod -> String.valueOf(pod.getMetadata().getCreationTimestamp())))
                        .toList());
    }

    private static Sight sight(Pod pod) {
        Optional<PodStatus> status = Optional.ofNullable(pod.getStatus());
        Optional<String> unplaced = status.stream()
                .flatMap(known -> known.getConditions().stream())
                .filter(condition ->
                        "PodScheduled".equals(condition.getType()) && "False".equals(condition.getStatus()))
                .map(PodCondition::getMessage)
                .filter(Objects::nonNull)
                .findFirst();
        if (unplaced.isPresent()) {
            return new Sight(false, "its pod cannot be scheduled: " + unplaced.get());
        }
        return status.stream()
                .flatMap(known ->
                        Stream.concat(known.getInitContainerStatuses().stream(), known.getContainerStatuses().stream()))
                .map(ContainerStatus::getState)
                .filter(Objects::nonNull)
                .filter(state -> state.getTerminated() == null
                        || !Integer.valueOf(0).equals(state.getTerminated().getExitCode()))
                .findFirst()
                .map(HelmPodStatusReader::sight)
                .orElse(new Sight(false, "its pod is starting"));
    }

    private static Sight sight(ContainerState state) {
        if (state.getTerminated() != null) {
            String said = lastLines(text(state.getTerminated().getMessage()));
            return new Sight(
                    true,
                    said.isEmpty()
                            ? "it failed with exit code "
                                    + state.getTerminated().getExitCode()
                            : said);
        }
        if (state.getWaiting() != null
                && !STARTING.contains(text(state.getWaiting().getReason()))) {
            return new Sight(false, "its pod cannot start: " + obstacle(state.getWaiting()));
        }
        return state.getRunning() != null
                ? new Sight(true, "it is running")
                : new Sight(
                        false,
                        Stream.of("its pod is starting", text(state.getWaiting().getMessage()))
                                .filter(words -> !words.isEmpty())
                                .collect(Collectors.joining(": ")));
    }

    /** The kubelet reports a failed pull and the pause after it in turn; both have the same cause and the same text here. */
    private static String obstacle(ContainerStateWaiting waiting) {
        String message = text(waiting.getMessage());
        if (!PULLING.contains(text(waiting.getReason()))) {
            return "%s %s".formatted(text(waiting.getReason()), message).strip();
        }
        int cause = message.lastIndexOf(PULL_FAILED);
        return "ImagePullBackOff " + (cause < 0 ? message : message.substring(cause + PULL_FAILED.length()));
    }

    /** Returns the end of a log, which contains the reason. */
    static String lastLines(String log) {
        List<String> lines =
                log.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
        String end = String.join(" | ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        return end.length() <= LONGEST ? end : "…" + end.substring(end.length() - LONGEST);
    }

    /** Returns why the pod of a Job cannot be created, for example because of a quota. Only an event reports that. */
    private Optional<String> refusal(Job job) {
        return KubeErrorMapper.translating(
                "listing the events of " + job.getMetadata().getName(),
                () -> cluster
                        .v1()
                        .events()
                        .inNamespace(job.getMetadata().getNamespace())
                        .withField("involvedObject.name", job.getMetadata().getName())
                        .list()
                        .getItems()
                        .stream()
                        .filter(event -> "Warning".equals(event.getType()))
                        .map(Event::getMessage)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .map(message -> "its pod was rejected: " + message));
    }

    private static String text(String message) {
        return Objects.requireNonNullElse(message, "");
    }
}
