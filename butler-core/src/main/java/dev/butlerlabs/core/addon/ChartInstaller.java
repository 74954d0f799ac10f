package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.kube.KubeErrors;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Has charts installed by Jobs in the cluster. Asking twice is asking once; what was asked for goes on without us. */
final class ChartInstaller {
    private static final int ATTEMPTS = 3;

    private final KubernetesClient cluster;
    private final String namespace;

    /** @param namespace where the Jobs run */
    ChartInstaller(KubernetesClient cluster, String namespace) {
        this.cluster = cluster;
        this.namespace = namespace;
    }

    /** Looks how far the chart is, and asks for what is missing. */
    ChartState ensure(ChartRequest request) {
        HelmJob helm = new HelmJob(request, namespace, cluster.getKubernetesSerialization());
        List<Job> jobs = jobs(request, helm);
        if (jobs.stream().anyMatch(job -> has(job, "Complete"))) {
            return new ChartState.Installed();
        }
        Optional<Job> latest = jobs.reversed().stream().findFirst();
        if (latest.isPresent() && !has(latest.get(), "Failed")) {
            return new ChartState.Installing(seen(latest.get()));
        }
        if (jobs.size() >= ATTEMPTS) {
            return new ChartState.Failed("Helm failed %d times for %s; last: %s"
                    .formatted(jobs.size(), request.release(), seen(latest.orElseThrow())));
        }
        begin(helm, jobs.size());
        return new ChartState.Installing(
                "Helm is asked to install %s %s".formatted(request.chart(), request.version()));
    }

    private List<Job> jobs(ChartRequest request, HelmJob helm) {
        return KubeErrors.translating(
                "listing the Helm jobs of " + request.release(),
                () -> cluster
                        .batch()
                        .v1()
                        .jobs()
                        .inNamespace(namespace)
                        .withLabels(Map.of(HelmJob.RELEASE, request.release(), HelmJob.REQUEST, helm.digest()))
                        .list()
                        .getItems()
                        .stream()
                        .sorted(Comparator.comparing(job -> job.getMetadata().getName()))
                        .toList());
    }

    private void begin(HelmJob helm, int attempt) {
        helm.surroundings().forEach(object -> ServerSideApply.asButlerForced().apply(cluster, object));
        ServerSideApply.asButlerForced().apply(cluster, helm.job(attempt));
    }

    private static boolean has(Job job, String condition) {
        return Stream.ofNullable(job.getStatus())
                .flatMap(status -> status.getConditions().stream())
                .filter(one -> condition.equals(one.getType()))
                .map(JobCondition::getStatus)
                .anyMatch("True"::equals);
    }

    /** What the Job's pods say, in the words of whoever knows best. */
    private String seen(Job job) {
        return pods(job).stream()
                .flatMap(pod -> Stream.ofNullable(pod.getStatus()))
                .flatMap(status -> status.getContainerStatuses().stream())
                .map(ContainerStatus::getState)
                .filter(Objects::nonNull)
                .flatMap(state -> words(state).stream())
                .reduce((first, last) -> last)
                .orElse("the Helm job %s waits for a node"
                        .formatted(job.getMetadata().getName()));
    }

    private List<Pod> pods(Job job) {
        return KubeErrors.translating(
                "listing the pods of " + job.getMetadata().getName(),
                () -> cluster
                        .pods()
                        .inNamespace(namespace)
                        .withLabel("job-name", job.getMetadata().getName())
                        .list()
                        .getItems()
                        .stream()
                        .sorted(Comparator.comparing(
                                pod -> String.valueOf(pod.getMetadata().getCreationTimestamp())))
                        .toList());
    }

    private static Optional<String> words(ContainerState state) {
        if (state.getWaiting() != null) {
            return Optional.of("the Helm pod cannot start: %s %s"
                    .formatted(
                            state.getWaiting().getReason(),
                            text(state.getWaiting().getMessage()))
                    .strip());
        }
        if (state.getTerminated() != null) {
            return Optional.of(text(state.getTerminated().getMessage()).strip());
        }
        return Optional.of("Helm is at work");
    }

    private static String text(String message) {
        return Objects.requireNonNullElse(message, "");
    }
}
