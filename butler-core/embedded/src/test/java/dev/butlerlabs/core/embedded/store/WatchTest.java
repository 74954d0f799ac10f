package dev.butlerlabs.core.embedded.store;

import static dev.butlerlabs.core.embedded.store.StoreTest.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WatchTest {
    private final Store store = Store.open(StoreOptions.inMemory().withSubscriptionEvents(100));

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void tellsWhatHappenedAndThenWhatHappens() {
        StoreEntry created = store.create("a/1", at("x"));
        store.create("b/1", at("x"));
        Recorder recorder = new Recorder();
        store.watch("a/", 0, recorder);
        StoreEntry replaced = store.replace("a/1", 1, at("y"));
        store.replace("b/1", 2, at("y"));
        StoreEntry tombstone = store.delete("a/1", 3, at("z"));
        assertThat(recorder.take(3))
                .containsExactly(
                        new StoreEvent.Created(created),
                        new StoreEvent.Replaced(replaced, created),
                        new StoreEvent.Deleted(tombstone, replaced));
        assertThat(recorder.events).isEmpty();
    }

    @Test
    void startsAfterTheRevisionAskedForEvenIfItIsYetToCome() {
        store.create("a", at("x"));
        Recorder recorder = new Recorder();
        store.watch("", 3, recorder);
        for (int i = 0; i < 4; i++) {
            store.create("key" + i, at("x"));
        }
        assertThat(recorder.take(2)).extracting(StoreEvent::revision).containsExactly(4L, 5L);
    }

    @Test
    void tellsProgressBehindEverythingCommittedSoFar() {
        Recorder recorder = new Recorder();
        WatchSubscription subscription = store.watch("a", 0, recorder);
        store.create("a", at("x"));
        store.create("b", at("x"));
        subscription.requestProgress();
        store.create("a2", at("x"));
        assertThat(recorder.take(3))
                .extracting(StoreEvent::revision, StoreEvent::key)
                .containsExactly(tuple(1L, "a"), tuple(2L, ""), tuple(3L, "a2"));
    }

    @Test
    void tellsProgressToAWatcherThatIsUpToDate() {
        store.create("a", at("x"));
        Recorder recorder = new Recorder();
        store.watch("a", 1, recorder).requestProgress();
        assertThat(recorder.take()).isEqualTo(new StoreEvent.Progress(1));
    }

    @Test
    void saysWhenNothingWaits() {
        AtomicInteger idle = new AtomicInteger();
        Recorder recorder = new Recorder();
        CountDownLatch flushed = new CountDownLatch(1);
        store.watch("", 0, new EventSink() {
            @Override
            public void accept(StoreEvent event) {
                recorder.accept(event);
            }

            @Override
            public void idle() {
                idle.incrementAndGet();
                flushed.countDown();
            }

            @Override
            public void closed(SubscriptionEndReason reason) {}
        });
        store.create("a", at("x"));
        assertThat(recorder.take().revision()).isEqualTo(1);
        await(flushed);
        assertThat(idle).hasValueBetween(1, 2);
    }

    @Test
    void endsAWatcherThatFallsTooFarBehindWithoutHoldingUpAnybody() {
        CountDownLatch stuck = new CountDownLatch(1);
        Recorder slow = new Recorder();
        store.watch("", 0, new EventSink() {
            @Override
            public void accept(StoreEvent event) {
                await(stuck);
            }

            @Override
            public void closed(SubscriptionEndReason reason) {
                slow.closed(reason);
            }
        });
        Recorder quick = new Recorder();
        store.watch("", 0, quick);
        for (int i = 0; i < 200; i++) {
            store.create("key" + i, at("x"));
            quick.take();
        }
        assertThat(slow.awaitEnd()).isEqualTo(SubscriptionEndReason.LAGGED);
        assertThat(quick.end).isNotDone();
        stuck.countDown();
    }

    @Test
    void deliversALongBacklogToAPatientWatcher() {
        IntStream.range(0, 1000).forEach(i -> store.create("key" + i, at("x")));
        Recorder recorder = new Recorder();
        store.watch("", 0, recorder);
        assertThat(recorder.take(1000))
                .extracting(StoreEvent::revision)
                .isEqualTo(LongStream.rangeClosed(1, 1000).boxed().toList());
    }

    @Test
    void endsAWatcherWhoseSinkThrows() {
        Recorder recorder = new Recorder();
        store.watch("", 0, new EventSink() {
            @Override
            public void accept(StoreEvent event) {
                throw new IllegalStateException("broken pipe");
            }

            @Override
            public void closed(SubscriptionEndReason reason) {
                recorder.closed(reason);
            }
        });
        store.create("a", at("x"));
        assertThat(recorder.awaitEnd()).isEqualTo(SubscriptionEndReason.SINK_FAILED);
        assertThat(store.create("b", at("x")).revision()).isEqualTo(2);
    }

    @Test
    void endsEveryWatchWhenItCloses() {
        Recorder recorder = new Recorder();
        store.watch("", 0, recorder);
        store.close();
        assertThat(recorder.awaitEnd()).isEqualTo(SubscriptionEndReason.STORE_CLOSED);
    }

    @Test
    void isQuietAfterTheWatcherLeft() {
        Recorder left = new Recorder();
        WatchSubscription subscription = store.watch("", 0, left);
        subscription.close();
        subscription.close();
        Recorder stayed = new Recorder();
        store.watch("", 0, stayed);
        store.create("a", at("x"));
        stayed.take();
        store.close();
        assertThat(stayed.awaitEnd()).isEqualTo(SubscriptionEndReason.STORE_CLOSED);
        assertThat(left.events).isEmpty();
        assertThat(left.end).isNotDone();
    }

    /** Watches begin at random moments while many write; each must see every revision after its start, once and in order. */
    @Test
    void losesAndDoublesNothingWhileManyWriteAndManyBeginToWatch() throws Exception {
        int writers = 16;
        int each = 250;
        List<Watcher> watchers = new ArrayList<>();
        try (Store busy = Store.open(StoreOptions.inMemory());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int writer = 0; writer < writers; writer++) {
                String name = "writer" + writer + "/";
                threads.execute(() -> IntStream.range(0, each).forEach(i -> busy.create(name + i, at("x"))));
            }
            while (watchers.size() < 100) {
                Recorder recorder = new Recorder();
                long start = busy.revision();
                busy.watch("", start, recorder);
                watchers.add(new Watcher(start, recorder));
                // Spreads the starts of the watches over the writes.
                Thread.sleep(0, 200_000);
            }
            for (Watcher watcher : watchers) {
                for (long revision = watcher.start + 1; revision <= (long) writers * each; revision++) {
                    assertThat(watcher.recorder.take().revision()).isEqualTo(revision);
                }
                assertThat(watcher.recorder.events).isEmpty();
            }
        }
    }

    private record Watcher(long start, Recorder recorder) {}

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }
}
