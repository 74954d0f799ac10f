package dev.butlerlabs.core.embedded.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A sink that keeps what it is told. */
final class Recorder implements EventSink {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    final BlockingQueue<StoreEvent> events = new LinkedBlockingQueue<>();
    final CompletableFuture<SubscriptionEndReason> end = new CompletableFuture<>();

    @Override
    public void accept(StoreEvent event) {
        events.add(event);
    }

    @Override
    public void closed(SubscriptionEndReason reason) {
        end.complete(reason);
    }

    List<StoreEvent> take(int count) {
        List<StoreEvent> taken = new ArrayList<>();
        while (taken.size() < count) {
            taken.add(take());
        }
        return taken;
    }

    StoreEvent take() {
        try {
            StoreEvent event = events.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (event == null) {
                throw new AssertionError("no event came");
            }
            return event;
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    SubscriptionEndReason awaitEnd() {
        return end.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }
}
