package dev.butlerlabs.bench;

import dev.butlerlabs.core.embedded.store.RangeQuery;
import dev.butlerlabs.core.embedded.store.RevisionedValue;
import dev.butlerlabs.core.embedded.store.Store;
import dev.butlerlabs.core.embedded.store.StoreOptions;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The store alone: writing, listing, opening and memory at 100,000 objects of 1.5 KB. */
final class StoreBench {
    private static final int OBJECTS = 100_000;
    private static final String PREFIX = "/registry/bench.butlerlabs.dev/widgets/full/";

    private StoreBench() {}

    public static void main(String[] arguments) {
        try (Scratch scratch = Scratch.open()) {
            Path directory = scratch.folder();
            long empty = heapBytes();
            try (Store store = Store.open(StoreOptions.inDirectory(directory))) {
                System.out.printf(
                        "create, 64 writers: %,.0f per s%n",
                        Timing.rate(0, OBJECTS, 64, number -> create(store, number)));
            }
            for (int time = 0; time < 3; time++) {
                open(directory, empty);
            }
        }
    }

    private static void open(Path directory, long empty) {
        long start = System.nanoTime();
        try (Store store = Store.open(StoreOptions.inDirectory(directory))) {
            System.out.printf(
                    "open with %,d objects: %d ms",
                    store.count(""), Timing.since(start).toMillis());
            double list = Timing.milliseconds(() -> store.range(RangeQuery.all(PREFIX)));
            double page = Timing.milliseconds(() -> store.range(new RangeQuery(PREFIX, PREFIX + "05", 500, 0)));
            System.out.printf(", list all %.1f ms, page of 500 %.2f ms", list, page);
            System.out.printf(", heap %,d MiB%n", (heapBytes() - empty) >> 20);
        }
    }

    private static void create(Store store, int number) {
        byte[] value =
                ("{\"number\":" + number + ",\"note\":\"" + "x".repeat(1470) + "\"}").getBytes(StandardCharsets.UTF_8);
        store.create(PREFIX + Widgets.name(number), RevisionedValue.fixed(value));
    }

    private static long heapBytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
