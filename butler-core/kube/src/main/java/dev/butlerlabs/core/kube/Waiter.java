package dev.butlerlabs.core.kube;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Waits for something to become true of an object by watching it, never longer than allowed, and tells what it sees meanwhile.
 *
 * @param progress hears a sentence whenever what is seen changes
 * @param isBrief whether the sentence says only what is seen, and not what is awaited
 */
public record Waiter(Consumer<String> progress, boolean isBrief) {
    public Waiter {
        Objects.requireNonNull(progress, "progress");
    }

    public Waiter(Consumer<String> progress) {
        this(progress, false);
    }

    public static Waiter silent() {
        return new Waiter(sentence -> {});
    }

    /**
     * The object once the wait is over; empty when it was awaited to be gone. A name such as {@code Node cp-1} says whose wait this
     * is in messages.
     */
    public <T extends HasMetadata> Optional<T> await(
            Resource<T> resource, String name, Awaited<T> awaited, Duration limit) {
        AtomicReference<String> lastSeen = new AtomicReference<>("nothing yet");
        CompletableFuture<List<T>> met = KubeErrors.translating(
                "watching " + name, () -> resource.informOnCondition(list -> look(list, name, awaited, lastSeen)));
        try {
            return met.get(limit.toMillis(), TimeUnit.MILLISECONDS).stream().findFirst();
        } catch (TimeoutException e) {
            throw tooLate(name, awaited, limit, lastSeen.get(), e);
        } catch (ExecutionException e) {
            throw KubeErrors.translate("waiting for " + name, e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw KubeErrors.translate("waiting for " + name, e);
        } finally {
            met.cancel(true);
        }
    }

    private <T extends HasMetadata> boolean look(
            List<T> list, String name, Awaited<T> awaited, AtomicReference<String> lastSeen) {
        Optional<T> object = list.stream().findFirst();
        boolean met = awaited.met().test(object);
        String now = awaited.lastSeen().apply(object);
        if (!now.equals(lastSeen.getAndSet(now)) && !(met && isBrief)) {
            progress.accept(isBrief ? now : "Waiting for %s until %s: %s".formatted(name, awaited.what(), now));
        }
        return met;
    }

    private static ButlerException tooLate(
            String name, Awaited<?> awaited, Duration limit, String lastSeen, TimeoutException cause) {
        return new ButlerException(
                ErrorCode.TIMEOUT,
                "Waited %d s for %s until %s; last seen: %s."
                        .formatted(limit.toSeconds(), name, awaited.what(), lastSeen),
                cause);
    }
}
