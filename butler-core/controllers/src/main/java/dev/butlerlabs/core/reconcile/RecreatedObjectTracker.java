package dev.butlerlabs.core.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.Cache;
import io.javaoperatorsdk.operator.processing.event.source.ResourceAction;
import io.javaoperatorsdk.operator.processing.event.source.controller.ResourceEvent;
import java.time.Duration;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Detects objects created with the name of a deleted one. The Java Operator SDK treats events of such an object as those of the deleted one
 * while it handles the deletion, and drops them together. Therefore each deletion is followed by a check for a successor, which is
 * announced until it is reconciled.
 */
final class RecreatedObjectTracker<P extends HasMetadata> extends AbstractEventSource<Void, P> {
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final int LOOKS = 20;

    private final Cache<P> present;
    private final Map<ResourceID, String> seen = new ConcurrentHashMap<>();
    private final Executor threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("successors-", 0).factory());

    RecreatedObjectTracker(Cache<P> present) {
        super(Void.class, "successors");
        this.present = present;
    }

    @Override
    public Set<Void> getSecondaryResources(P object) {
        return Set.of();
    }

    void sawAlive(P object) {
        seen.put(ResourceID.fromResource(object), object.getMetadata().getUid());
    }

    void sawGone(P object) {
        ResourceID id = ResourceID.fromResource(object);
        seen.remove(id, object.getMetadata().getUid());
        lookLater(id, LOOKS);
    }

    private void lookLater(ResourceID id, int looks) {
        CompletableFuture.delayedExecutor(PAUSE.toMillis(), TimeUnit.MILLISECONDS, threads)
                .execute(() -> look(id, looks - 1));
    }

    /** An announcement that arrives too early is lost, so it is repeated until the object is reconciled. */
    private void look(ResourceID id, int left) {
        if (!isRunning()) {
            return;
        }
        boolean waits = unseen(id).map(object -> announce(id, object)).isPresent();
        if (waits || left > 0) {
            lookLater(id, waits ? LOOKS : left);
        }
    }

    private Optional<P> unseen(ResourceID id) {
        try {
            return present.get(id)
                    .filter(object -> !object.getMetadata().getUid().equals(seen.get(id)));
        } catch (NoSuchElementException stopped) {
            return Optional.empty();
        }
    }

    private boolean announce(ResourceID id, P object) {
        getEventHandler().handleEvent(new ResourceEvent(ResourceAction.UPDATED, id, object));
        return true;
    }
}
