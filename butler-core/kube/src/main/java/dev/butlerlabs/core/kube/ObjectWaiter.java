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
 * Waits for a condition of an object by watching it, with a timeout, and reports progress. Thread-safe.
 *
 * @param progress receives a message whenever the observed state changes
 * @param isBrief whether the message contains only the observed state, without the awaited condition
 */
public record ObjectWaiter(Consumer<String> progress, boolean isBrief) {
    public ObjectWaiter {
        Objects.requireNonNull(progress, "progress");
    }

    public ObjectWaiter(Consumer<String> progress) {
        this(progress, false);
    }

    public static ObjectWaiter silent() {
        return new ObjectWaiter(sentence -> {});
    }

    /**
     * Waits for a condition.
     *
     * @param name such as {@code Node cp-1}, used in messages
     * @return the object; empty if its deletion was awaited
     * @throws ButlerException with {@code TIMEOUT} if the condition is not met in time
     */
    public <T extends HasMetadata> Optional<T> await(
            Resource<T> resource, String name, WaitCondition<T> awaited, Duration limit) {
        AtomicReference<String> lastSeen = new AtomicReference<>("nothing");
        CompletableFuture<List<T>> met = KubeErrorMapper.translating(
                "watching " + name, () -> resource.informOnCondition(list -> look(list, name, awaited, lastSeen)));
        try {
            return met.get(limit.toMillis(), TimeUnit.MILLISECONDS).stream().findFirst();
        } catch (TimeoutException e) {
            throw tooLate(name, awaited, limit, lastSeen.get(), e);
        } catch (ExecutionException e) {
            throw KubeErrorMapper.translate("waiting for " + name, e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw KubeErrorMapper.translate("waiting for " + name, e);
        } finally {
            met.cancel(true);
        }
    }

    private <T extends HasMetadata> boolean look(
            List<T> list, String name, WaitCondition<T> awaited, AtomicReference<String> lastSeen) {
        Optional<T> object = list.stream().findFirst();
        boolean met = awaited.met().test(object);
        String now = awaited.lastSeen().apply(object);
        if (!now.equals(lastSeen.getAndSet(now)) && !(met && isBrief)) {
            progress.accept(isBrief ? now : "Waiting for %s until %s: %s".formatted(name, awaited.what(), now));
        }
        return met;
    }

    private static ButlerException tooLate(
            String name, WaitCondition<?> awaited, Duration limit, String lastSeen, TimeoutException cause) {
        return new ButlerException(
                ErrorCode.TIMEOUT,
                "Timed out after %d s waiting for %s until %s. Last observed state: %s."
                        .formatted(limit.toSeconds(), name, awaited.what(), lastSeen),
                cause);
    }
}
