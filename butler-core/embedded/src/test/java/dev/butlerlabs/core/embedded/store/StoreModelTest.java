package dev.butlerlabs.core.embedded.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** Random operations, closing and opening among them, do to the store what they do to a plain sorted map. */
class StoreModelTest {
    private static final StoreOptions OPTIONS =
            StoreOptions.inMemory().withHistory(40, 1 << 20).withSnapshotLogBytes(400);

    private FragileDisk disk;
    private Store store;
    private List<NavigableMap<String, String>> states;

    @BeforeTry
    void open() {
        disk = new FragileDisk();
        store = Store.open(disk, OPTIONS);
        states = new ArrayList<>(List.of(new TreeMap<>()));
    }

    @AfterTry
    void close() {
        store.close();
    }

    @Property(tries = 150)
    void behavesLikeASortedMap(@ForAll("operations") List<Operation> operations) {
        for (Operation operation : operations) {
            perform(operation);
            check(operation);
        }
    }

    private void perform(Operation operation) {
        long revision = store.get(operation.key).map(StoreEntry::revision).orElse(0L);
        switch (operation.action) {
            case CREATE -> expect(states.getLast().containsKey(operation.key), () -> create(operation));
            case REPLACE -> expect(revision == 0, () -> replace(operation, revision));
            case DELETE -> expect(revision == 0, () -> delete(operation, revision));
            case STALE -> expect(true, () -> replace(operation, revision + 1));
            case REOPEN -> reopen();
        }
    }

    private void expect(boolean refused, Runnable write) {
        long before = store.revision();
        try {
            write.run();
            assertThat(refused).isFalse();
        } catch (KeyExistsException | RevisionMismatchException _) {
            assertThat(refused).isTrue();
            assertThat(store.revision()).isEqualTo(before);
        }
    }

    private void create(Operation operation) {
        store.create(operation.key, StoreTest.at(operation.word));
        changed(map -> map.put(operation.key, operation.word + "@" + states.size()));
    }

    private void replace(Operation operation, long expected) {
        store.replace(operation.key, expected, StoreTest.at(operation.word));
        changed(map -> map.put(operation.key, operation.word + "@" + states.size()));
    }

    private void delete(Operation operation, long expected) {
        store.delete(operation.key, expected, StoreTest.at("gone"));
        changed(map -> map.remove(operation.key));
    }

    private void changed(Consumer<NavigableMap<String, String>> change) {
        NavigableMap<String, String> next = new TreeMap<>(states.getLast());
        change.accept(next);
        states.add(next);
    }

    private void reopen() {
        long oldest = store.oldestRevision();
        store.close();
        disk = disk.copy();
        store = Store.open(disk, OPTIONS);
        assertThat(store.oldestRevision()).isEqualTo(oldest);
    }

    private void check(Operation operation) {
        assertThat(store.revision()).isEqualTo(states.size() - 1);
        long now = store.revision();
        long past = Math.max(store.oldestRevision(), now - operation.word.length() * 3L);
        checkPage(operation, now, 0);
        if (past > 0) {
            checkPage(operation, past, past);
        }
        checkWatch(past);
    }

    private void checkPage(Operation operation, long revision, long asked) {
        String prefix = operation.key.substring(0, operation.word.length() % 2);
        RangeResult range = store.range(new RangeQuery(prefix, "b", 2, asked));
        NavigableMap<String, String> expected = new TreeMap<>();
        states.get((int) revision).tailMap("b", false).forEach((key, value) -> {
            if (key.startsWith(prefix)) {
                expected.put(key, value);
            }
        });
        assertThat(range.revision()).isEqualTo(revision);
        assertThat(range.entries().stream()
                        .map(entry -> Map.entry(entry.key(), text(entry)))
                        .toList())
                .isEqualTo(expected.entrySet().stream()
                        .limit(2)
                        .map(entry -> Map.entry(entry.getKey(), entry.getValue()))
                        .toList());
        assertThat(range.remaining()).isEqualTo(Math.max(0, expected.size() - 2));
    }

    private void checkWatch(long past) {
        Recorder recorder = new Recorder();
        try (WatchSubscription _ = store.watch("", past, recorder)) {
            NavigableMap<String, String> state = new TreeMap<>(states.get((int) past));
            for (long revision = past + 1; revision <= store.revision(); revision++) {
                StoreEvent event = recorder.take();
                assertThat(event.revision()).isEqualTo(revision);
                follow(state, event);
                assertThat(state).isEqualTo(states.get((int) revision));
            }
        }
    }

    private static void follow(NavigableMap<String, String> state, StoreEvent event) {
        switch (event) {
            case StoreEvent.Created created ->
                assertThat(state.put(created.key(), text(created.entry()))).isNull();
            case StoreEvent.Replaced replaced ->
                assertThat(state.put(replaced.key(), text(replaced.entry()))).isEqualTo(text(replaced.previous()));
            case StoreEvent.Deleted deleted ->
                assertThat(state.remove(deleted.key())).isEqualTo(text(deleted.previous()));
            case StoreEvent.Progress _ -> throw new AssertionError("nobody asked for progress");
        }
    }

    private static String text(StoreEntry entry) {
        return new String(entry.value(), StandardCharsets.UTF_8);
    }

    @Provide
    Arbitrary<List<Operation>> operations() {
        return Combinators.combine(
                        Arbitraries.frequency(
                                Tuple.of(6, Action.CREATE),
                                Tuple.of(6, Action.REPLACE),
                                Tuple.of(4, Action.DELETE),
                                Tuple.of(1, Action.STALE),
                                Tuple.of(1, Action.REOPEN)),
                        Arbitraries.strings()
                                .withCharRange('a', 'd')
                                .ofMinLength(1)
                                .ofMaxLength(2),
                        Arbitraries.strings().withChars("xé\n").ofMaxLength(12))
                .as(Operation::new)
                .list()
                .ofMaxSize(80);
    }

    enum Action {
        CREATE,
        REPLACE,
        DELETE,
        STALE,
        REOPEN
    }

    record Operation(Action action, String key, String word) {}
}
