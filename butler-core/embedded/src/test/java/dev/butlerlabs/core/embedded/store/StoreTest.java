package dev.butlerlabs.core.embedded.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreTest {
    @TempDir
    Path directory;

    @Test
    void givesEveryWriteTheNextRevisionAndTellsItToTheRendering() {
        try (Store store = Store.open(StoreOptions.inMemory())) {
            assertThat(store.revision()).isZero();
            store.create("a", at("first"));
            StoreEntry second = store.create("b", at("second"));
            assertThat(second.revision()).isEqualTo(2);
            assertThat(text(second)).isEqualTo("second@2");
            StoreEntry third = store.replace("a", 1, at("third"));
            assertThat(text(third)).isEqualTo("third@3");
            StoreEntry tombstone = store.delete("b", 2, at("gone"));
            assertThat(text(tombstone)).isEqualTo("gone@4");
            assertThat(store.revision()).isEqualTo(4);
            assertThat(store.get("a")).contains(third);
            assertThat(store.get("b")).isEmpty();
        }
    }

    @Test
    void refusesWritesWhoseExpectationIsWrongAndSaysWhatIsThere() {
        try (Store store = Store.open(StoreOptions.inMemory())) {
            StoreEntry entry = store.create("a", at("first"));
            assertThat(catchThrowableOfType(KeyExistsException.class, () -> store.create("a", at("again")))
                            .current())
                    .isEqualTo(entry);
            assertThat(catchThrowableOfType(RevisionMismatchException.class, () -> store.replace("a", 7, at("x")))
                            .current())
                    .contains(entry);
            assertThat(catchThrowableOfType(RevisionMismatchException.class, () -> store.delete("b", 1, at("x")))
                            .current())
                    .isEmpty();
            assertThat(store.revision()).isEqualTo(1);
        }
    }

    @Test
    void writesNothingWhenTheRenderingThrows() {
        try (Store store = Store.open(StoreOptions.inMemory())) {
            assertThatThrownBy(() -> store.create("a", _ -> {
                        throw new UnsupportedOperationException("no");
                    }))
                    .isInstanceOf(UnsupportedOperationException.class);
            assertThat(store.create("a", at("x")).revision()).isEqualTo(1);
        }
    }

    @Test
    void readsPagesOfAPrefixAndCountsWhatRemains() {
        try (Store store = Store.open(StoreOptions.inMemory())) {
            Stream.of("a/1", "b/1", "b/2", "b/3", "b/4", "b0", "c").forEach(key -> store.create(key, at(key)));
            RangeResult first = store.range(new RangeQuery("b/", "", 3, 0));
            assertThat(keys(first)).containsExactly("b/1", "b/2", "b/3");
            assertThat(first.more()).isTrue();
            assertThat(first.remaining()).isEqualTo(1);
            assertThat(first.revision()).isEqualTo(7);
            RangeResult second = store.range(new RangeQuery("b/", "b/3", 3, 0));
            assertThat(keys(second)).containsExactly("b/4");
            assertThat(second.more()).isFalse();
            assertThat(second.remaining()).isZero();
            assertThat(keys(store.range(new RangeQuery("b/", "b/9", 3, 0)))).isEmpty();
            assertThat(keys(store.range(new RangeQuery("b/", "zzz", 0, 0)))).isEmpty();
            assertThat(keys(store.range(RangeQuery.all("")))).hasSize(7);
            assertThat(store.count("b/")).isEqualTo(4);
        }
    }

    @Test
    void listsAnOlderRevisionAsItWas() {
        try (Store store = Store.open(StoreOptions.inMemory())) {
            store.create("a", at("a"));
            store.create("b", at("b"));
            store.replace("a", 1, at("a"));
            store.delete("b", 2, at("b"));
            store.create("c", at("c"));
            assertThat(texts(store.range(new RangeQuery("", "", 0, 2)))).containsExactly("a@1", "b@2");
            assertThat(texts(store.range(new RangeQuery("", "", 0, 3)))).containsExactly("a@3", "b@2");
            assertThat(texts(store.range(new RangeQuery("", "", 0, 4)))).containsExactly("a@3");
            assertThatThrownBy(() -> store.range(new RangeQuery("", "", 0, 9)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void forgetsWhatExceedsTheBoundsOfItsHistory() {
        try (Store store = Store.open(StoreOptions.inMemory().withHistory(3, 1 << 20))) {
            for (int i = 1; i <= 10; i++) {
                store.create("key" + i, at("x"));
            }
            assertThat(store.oldestRevision()).isEqualTo(7);
            assertThat(store.range(new RangeQuery("", "", 0, 7)).entries()).hasSize(7);
            assertThatThrownBy(() -> store.range(new RangeQuery("", "", 0, 6))).isInstanceOf(CompactedException.class);
            assertThatThrownBy(() -> store.watch("", 6, new Recorder())).isInstanceOf(CompactedException.class);
        }
    }

    @Test
    void boundsTheBytesOfItsHistory() {
        try (Store store = Store.open(StoreOptions.inMemory().withHistory(1000, 1000))) {
            for (int i = 1; i <= 10; i++) {
                store.create("key" + i, RevisionedValue.fixed(new byte[300]));
            }
            assertThat(store.oldestRevision()).isEqualTo(7);
        }
    }

    @Test
    void keepsEverythingAcrossRestarts() {
        try (Store store = open()) {
            store.create("a", at("a"));
            store.create("b", at("b"));
            store.replace("a", 1, at("a"));
            store.delete("b", 2, at("b"));
        }
        try (Store store = open()) {
            assertThat(store.revision()).isEqualTo(4);
            assertThat(texts(store.range(RangeQuery.all("")))).containsExactly("a@3");
            assertThat(texts(store.range(new RangeQuery("", "", 0, 2)))).containsExactly("a@1", "b@2");
            assertThat(store.oldestRevision()).isZero();
            assertThat(store.create("c", at("c")).revision()).isEqualTo(5);
        }
    }

    @Test
    void letsOnlyTheOwnerReadItsFiles() throws Exception {
        try (Store store = Store.open(StoreOptions.inDirectory(directory.resolve("new/data")))) {
            store.create("a", at("a"));
        }
        Path data = directory.resolve("new/data");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data)))
                .isEqualTo("rwx------");
        try (Stream<Path> files = Files.list(data)) {
            assertThat(files.toList())
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
    }

    @Test
    void refusesADirectoryThatIsOpenAlready() {
        try (Store store = open()) {
            assertThat(catchThrowableOfType(ButlerException.class, this::open).code())
                    .isEqualTo(ErrorCode.DATA_LOCKED);
            store.create("a", at("a"));
        }
        open().close();
    }

    @Test
    void refusesWritesAfterClosingAndMayBeClosedTwice() {
        Store store = open();
        store.close();
        store.close();
        assertThatThrownBy(() -> store.create("a", at("a"))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void refusesKeysThatAreEmptyOrNotUnicode() {
        try (Store store = Store.open(StoreOptions.inMemory())) {
            assertThatThrownBy(() -> store.create("", at("a"))).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> store.create("\ud800", at("a"))).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void closesTheLogInOrderThoughItsThreadWasInterrupted() throws IOException {
        long inOrder = sizeOfLog("calm", () -> {});
        long whenInterrupted = sizeOfLog("interrupted", Thread.currentThread()::interrupt);
        assertThat(Thread.interrupted()).as("the interruption is not forgotten").isTrue();
        assertThat(whenInterrupted).as("with the frame that says it was closed").isEqualTo(inOrder);
    }

    private long sizeOfLog(String name, Runnable beforeClosing) throws IOException {
        Path place = directory.resolve(name);
        Store store = Store.open(StoreOptions.inDirectory(place));
        store.create("a", at("x"));
        beforeClosing.run();
        store.close();
        return Files.size(place.resolve(new StoreFileName(StoreFileName.Kind.LOG, 0).toString()));
    }

    private Store open() {
        return Store.open(StoreOptions.inDirectory(directory));
    }

    static RevisionedValue at(String word) {
        return revision -> (word + "@" + revision).getBytes(StandardCharsets.UTF_8);
    }

    static String text(StoreEntry entry) {
        return new String(entry.value(), StandardCharsets.UTF_8);
    }

    private static List<String> texts(RangeResult range) {
        return range.entries().stream().map(StoreTest::text).toList();
    }

    private static List<String> keys(RangeResult range) {
        return range.entries().stream().map(StoreEntry::key).toList();
    }
}
