package dev.butlerlabs.sim.cluster.helm;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Waits until workloads are ready by polling, as Helm does. */
final class WorkloadReadinessWaiter {
    static final Duration USUAL = Duration.ofMinutes(5);

    private static final Duration PAUSE = Duration.ofMillis(20);

    private final KubernetesClient client;

    WorkloadReadinessWaiter(KubernetesClient client) {
        this.client = client;
    }

    /** Parses durations such as {@code 5m0s}. */
    static Duration parse(String text) {
        return Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
    }

    /** Returns whether all workloads became ready within the limit. */
    boolean await(List<HasMetadata> objects, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        for (HasMetadata object : objects) {
            while (!isUp(client.resource(object).get())) {
                if (System.nanoTime() > deadline) {
                    return false;
                }
                Thread.sleep(PAUSE);
            }
        }
        return true;
    }

    private static boolean isUp(HasMetadata object) {
        return switch (object) {
            case null -> false;
            case Deployment deployment ->
                deployment.getStatus() != null
                        && Objects.equals(
                                deployment.getStatus().getObservedGeneration(),
                                deployment.getMetadata().getGeneration())
                        && number(deployment.getStatus().getAvailableReplicas())
                                >= number(deployment.getSpec().getReplicas());
            case DaemonSet set ->
                set.getStatus() != null
                        && Objects.equals(
                                set.getStatus().getObservedGeneration(),
                                set.getMetadata().getGeneration())
                        && number(set.getStatus().getUpdatedNumberScheduled())
                                >= number(set.getStatus().getDesiredNumberScheduled())
                        && number(set.getStatus().getNumberReady())
                                >= number(set.getStatus().getDesiredNumberScheduled());
            case StatefulSet set ->
                set.getStatus() != null
                        && Objects.equals(
                                set.getStatus().getObservedGeneration(),
                                set.getMetadata().getGeneration())
                        && number(set.getStatus().getReadyReplicas())
                                >= number(set.getSpec().getReplicas());
            default -> true;
        };
    }

    private static int number(Integer number) {
        return Objects.requireNonNullElse(number, 0);
    }
}
