package dev.butlerlabs.core.reconcile;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Objects that are made again under the name of one that has just gone. While Java Operator SDK still handles the going, it drops
 * the news of the coming, and nothing would ever wake it again; so somebody looks a little later.
 */
final class Namesakes {
    private static final Logger LOG = LoggerFactory.getLogger(Namesakes.class);
    private static final Duration LATER = Duration.ofSeconds(1);
    private static final int LOOKS = 5;

    private Namesakes() {}

    /**
     * Looks after a while, and again while the API does not answer.
     *
     * @param found hears of an object of that name, when there is one
     */
    static <R extends CustomResource<?, ?>> void lookFor(R gone, KubernetesClient client, Consumer<R> found) {
        look(gone, client, found, 1);
    }

    private static <R extends CustomResource<?, ?>> void look(
            R gone, KubernetesClient client, Consumer<R> found, int times) {
        Duration delay = LATER.multipliedBy(times);
        Executor later = CompletableFuture.delayedExecutor(
                delay.toMillis(), TimeUnit.MILLISECONDS, task -> Thread.startVirtualThread(task));
        later.execute(() -> {
            try {
                R there = client.resource(gone).get();
                if (there != null) {
                    found.accept(there);
                }
            } catch (RuntimeException e) {
                LOG.debug(
                        "Nobody could tell whether {} was made again",
                        gone.getMetadata().getName(),
                        e);
                if (times < LOOKS) {
                    look(gone, client, found, times + 1);
                }
            }
        });
    }
}
