package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.addon.PlatformAddon.Workload;
import dev.butlerlabs.core.kube.KubeErrors;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Objects;
import java.util.Optional;

/** Whether workloads are available, and if not, what is missing. */
final class Readiness {
    private final KubernetesClient cluster;

    Readiness(KubernetesClient cluster) {
        this.cluster = cluster;
    }

    /** What is missing, as a sentence without its end; empty when nothing is. */
    Optional<String> missing(Workload workload) {
        return KubeErrors.translating("looking at " + workload, () -> switch (workload.kind()) {
            case DEPLOYMENT ->
                missing(
                        workload,
                        Optional.ofNullable(cluster.apps()
                                        .deployments()
                                        .inNamespace(workload.namespace())
                                        .withName(workload.name())
                                        .get())
                                .map(Readiness::counts));
            case DAEMON_SET ->
                missing(
                        workload,
                        Optional.ofNullable(cluster.apps()
                                        .daemonSets()
                                        .inNamespace(workload.namespace())
                                        .withName(workload.name())
                                        .get())
                                .map(Readiness::counts));
            case STATEFUL_SET ->
                missing(
                        workload,
                        Optional.ofNullable(cluster.apps()
                                        .statefulSets()
                                        .inNamespace(workload.namespace())
                                        .withName(workload.name())
                                        .get())
                                .map(Readiness::counts));
        });
    }

    private Optional<String> missing(Workload workload, Optional<Counts> counts) {
        if (counts.isEmpty()) {
            return Optional.of("%s is not there yet".formatted(workload));
        }
        return counts.filter(seen -> !seen.isEnough())
                .map(seen -> "%s has %d of %d pods available%s"
                        .formatted(
                                workload,
                                seen.available(),
                                seen.wanted(),
                                trouble(workload).map(words -> "; " + words).orElse("")));
    }

    /** What keeps its pods from running; empty when none of them says. */
    Optional<String> trouble(Workload workload) {
        return KubeErrors.translating("looking at pods of " + workload, () -> new PodTrouble(cluster).of(workload));
    }

    private static Counts counts(Deployment deployment) {
        int wanted = Objects.requireNonNullElse(deployment.getSpec().getReplicas(), 1);
        return deployment.getStatus() == null
                ? Counts.unseen(wanted)
                : new Counts(
                        wanted,
                        orZero(deployment.getStatus().getAvailableReplicas()),
                        isCurrent(
                                deployment.getMetadata().getGeneration(),
                                deployment.getStatus().getObservedGeneration()));
    }

    private static Counts counts(StatefulSet set) {
        int wanted = Objects.requireNonNullElse(set.getSpec().getReplicas(), 1);
        return set.getStatus() == null
                ? Counts.unseen(wanted)
                : new Counts(
                        wanted,
                        orZero(set.getStatus().getReadyReplicas()),
                        isCurrent(
                                set.getMetadata().getGeneration(),
                                set.getStatus().getObservedGeneration()));
    }

    private static Counts counts(DaemonSet set) {
        return set.getStatus() == null
                ? Counts.unseen(1)
                : new Counts(
                        Math.max(1, orZero(set.getStatus().getDesiredNumberScheduled())),
                        orZero(set.getStatus().getNumberAvailable()),
                        isCurrent(
                                set.getMetadata().getGeneration(),
                                set.getStatus().getObservedGeneration()));
    }

    private static boolean isCurrent(Long generation, Long observed) {
        return generation == null || (observed != null && observed >= generation);
    }

    private static int orZero(Integer count) {
        return Objects.requireNonNullElse(count, 0);
    }

    /** How many there are to be, how many there are, and whether that is about the present wish. */
    private record Counts(int wanted, int available, boolean isCurrent) {
        private static Counts unseen(int wanted) {
            return new Counts(wanted, 0, false);
        }

        private boolean isEnough() {
            return isCurrent && available >= wanted;
        }
    }
}
