package dev.butlerlabs.core.embedded.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EntryTreeTest {
    @Test
    void keepsOrderAndCountsThroughManyChanges() {
        Random random = new Random(7);
        TreeMap<String, StoreEntry> model = new TreeMap<>();
        EntryTree tree = EntryTree.EMPTY;
        for (int i = 0; i < 20_000; i++) {
            String key = "key" + random.nextInt(3000);
            StoreEntry entry = new StoreEntry(key, i, new byte[0]);
            boolean removing = random.nextInt(5) < 2;
            tree = removing ? tree.without(key) : tree.with(entry);
            StoreEntry _ = removing ? model.remove(key) : model.put(key, entry);
        }
        assertThat(tree.size()).isEqualTo(model.size());
        assertThat(tree.slice(0, tree.size())).isEqualTo(List.copyOf(model.values()));
        assertThat(tree.slice(10, 20)).isEqualTo(List.copyOf(model.values()).subList(10, 20));
        assertThat(tree.countThroughPrefix("key1") - tree.countBefore("key1")).isEqualTo((int)
                model.keySet().stream().filter(key -> key.startsWith("key1")).count());
    }

    @Test
    void staysShallowWhenKeysComeInOrder() {
        EntryTree tree = EntryTree.EMPTY;
        for (int i = 0; i < 100_000; i++) {
            tree = tree.with(new StoreEntry("%06d".formatted(i), i, new byte[0]));
        }
        for (int i = 0; i < 90_000; i++) {
            tree = tree.without("%06d".formatted(i));
        }
        assertThat(tree.depth()).isLessThan(34);
    }

    @Test
    void leavesOlderTreesAsTheyWere() {
        List<StoreEntry> entries = IntStream.range(0, 100)
                .mapToObj(i -> new StoreEntry("%03d".formatted(i), i, new byte[0]))
                .toList();
        EntryTree before = EntryTree.ofSorted(entries);
        before.without("050").with(new StoreEntry("zzz", 1, new byte[0]));
        assertThat(before.slice(0, 100)).isEqualTo(entries);
    }
}
