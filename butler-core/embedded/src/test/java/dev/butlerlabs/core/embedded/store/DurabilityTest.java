package dev.butlerlabs.core.embedded.store;

import static dev.butlerlabs.core.embedded.store.StoreTest.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(QuietLog.class)
class DurabilityTest {
    private static final StoreOptions OPTIONS = StoreOptions.inMemory();
    private static final String LOG = new StoreFileName(StoreFileName.Kind.LOG, 0).toString();

    private final FragileDisk disk = new FragileDisk();

    @Test
    void forcesOncePerBatchWhenManyWriteAtOnce() throws Exception {
        disk.slowForces(Duration.ofMillis(2));
        try (Store store = Store.open(disk, OPTIONS);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            int before = disk.forces();
            var writers = IntStream.range(0, 64)
                    .<Future<?>>mapToObj(writer -> threads.submit(
                            () -> IntStream.range(0, 50).forEach(i -> store.create(writer + "/" + i, at("x")))))
                    .toList();
            for (Future<?> writer : writers) {
                writer.get();
            }
            assertThat(store.revision()).isEqualTo(3200);
            assertThat(disk.forces() - before).isBetween(50, 800);
        }
        try (Store store = Store.open(disk.copy(), OPTIONS)) {
            assertThat(store.count("")).isEqualTo(3200);
        }
    }

    @Test
    void letsExactlyOneOfManyReplaceTheSameRevision() throws Exception {
        try (Store store = Store.open(disk, OPTIONS);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            store.create("a", at("x"));
            AtomicInteger won = new AtomicInteger();
            var writers = IntStream.range(0, 64)
                    .<Future<?>>mapToObj(_ -> threads.submit(() -> {
                        try {
                            store.replace("a", 1, at("y"));
                            won.incrementAndGet();
                        } catch (RevisionMismatchException refusal) {
                            assertThat(refusal.current().orElseThrow().revision())
                                    .isEqualTo(2);
                        }
                    }))
                    .toList();
            for (Future<?> writer : writers) {
                writer.get();
            }
            assertThat(won).hasValue(1);
            assertThat(store.revision()).isEqualTo(2);
        }
    }

    @Test
    void showsNothingThatIsNotDurable() throws Exception {
        try (Store store = Store.open(disk, OPTIONS)) {
            store.create("a", at("x"));
            Recorder recorder = new Recorder();
            store.watch("", 1, recorder);
            disk.failForces(true);
            assertThatThrownBy(() -> store.replace("a", 1, at("y"))).isInstanceOf(ButlerException.class);
            assertThat(store.revision()).isEqualTo(1);
            assertThat(store.get("a").orElseThrow().revision()).isEqualTo(1);
            assertThat(recorder.events).isEmpty();
        }
    }

    @Test
    void refusesEveryWriteAfterAFailedForceAndStaysReadable() {
        try (Store store = Store.open(disk, OPTIONS)) {
            store.create("a", at("x"));
            disk.failForces(true);
            assertThatThrownBy(() -> store.create("b", at("x"))).isInstanceOf(ButlerException.class);
            disk.failForces(false);
            ButlerException refusal = catchThrowableOfType(ButlerException.class, () -> store.create("c", at("x")));
            assertThat(refusal.code()).isEqualTo(ErrorCode.ENVIRONMENT);
            assertThat(refusal).hasMessageContaining("Input/output error");
            assertThat(store.get("a")).isPresent();
        }
        try (Store store = Store.open(disk.copy(), OPTIONS)) {
            assertThat(store.get("a")).isPresent();
            assertThat(store.get("c")).isEmpty();
        }
    }

    @Test
    void keepsTheLogWholeWhenTheDiskIsFullAndGoesOnWhenItHasRoom() {
        try (Store store = Store.open(disk, OPTIONS)) {
            store.create("a", at("x"));
            int size = disk.content(LOG).length;
            disk.limit(1500);
            ButlerException refusal = catchThrowableOfType(
                    ButlerException.class, () -> store.create("b", RevisionedValue.fixed(new byte[5000])));
            assertThat(refusal.code()).isEqualTo(ErrorCode.ENVIRONMENT);
            assertThat(refusal).hasMessageContaining("No space left");
            assertThat(disk.content(LOG)).hasSize(size);
            assertThat(store.get("a")).isPresent();
            assertThat(store.get("b")).isEmpty();
            disk.limit(1 << 20);
            assertThat(store.create("c", at("x")).revision()).isEqualTo(2);
        }
        try (Store store = Store.open(disk.copy(), OPTIONS)) {
            assertThat(store.revision()).isEqualTo(2);
        }
    }

    @Test
    void goesOnWithTheOldLogsWhenASnapshotFindsNoRoom() throws Exception {
        StoreOptions eager = OPTIONS.withSnapshotLogBytes(3000);
        disk.limit(9000);
        int written = 0;
        try (Store store = Store.open(disk, eager)) {
            while (written < 10_000) {
                store.create("key" + written, RevisionedValue.fixed(new byte[100]));
                written++;
            }
        } catch (ButlerException full) {
            assertThat(full.code()).isEqualTo(ErrorCode.ENVIRONMENT);
        }
        assertThat(written).isBetween(20, 90);
        try (Store store = Store.open(disk.copy(), eager)) {
            assertThat(store.count("")).isEqualTo(written);
        }
    }

    @Test
    void takesSnapshotsWhileManyWriteAndDropsTheLogsTheyReplace() throws Exception {
        StoreOptions eager = OPTIONS.withSnapshotLogBytes(20_000);
        try (Store store = Store.open(disk, eager);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var writers = IntStream.range(0, 8)
                    .<Future<?>>mapToObj(writer -> threads.submit(() -> writeOn(store, writer)))
                    .toList();
            for (Future<?> writer : writers) {
                writer.get();
            }
        }
        assertThat(disk.names()).anyMatch(name -> name.startsWith("snapshot-"));
        assertThat(disk.names()).doesNotContain(LOG);
        try (Store store = Store.open(disk.copy(), eager)) {
            assertThat(store.revision()).isEqualTo(8 * 600);
            assertThat(store.count("")).isEqualTo(8 * 10);
            assertThat(store.range(new RangeQuery("", "", 0, store.oldestRevision() + 1))
                            .entries())
                    .isNotEmpty();
            assertThat(store.oldestRevision()).isZero();
        }
    }

    private static void writeOn(Store store, int writer) {
        for (int i = 0; i < 600; i++) {
            String key = writer + "/" + i % 10;
            long revision = store.get(key).map(StoreEntry::revision).orElse(0L);
            if (revision == 0) {
                store.create(key, at("value"));
            } else {
                store.replace(key, revision, at("value"));
            }
        }
    }

    @Test
    void keepsTheDirectoryFreeForAnotherTryWhenOpeningFails() throws IOException {
        disk.cutPowerAfter(2);
        assertThat(catchThrowableOfType(ButlerException.class, () -> Store.open(disk, OPTIONS))
                        .code())
                .isEqualTo(ErrorCode.ENVIRONMENT);
    }
}
