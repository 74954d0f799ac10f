package dev.butlerlabs.core.embedded.store;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;

/**
 * The process that {@link KillTest} kills: a few threads write on, and each acknowledged write is told on standard output in a line of
 * its own, after the store has answered.
 */
final class KilledWriter {
    static final int THREADS = 4;
    static final int KEYS = 12;

    private final Store store;
    private final OutputStream output = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));

    private KilledWriter(Store store) {
        this.store = store;
    }

    public static void main(String[] arguments) throws InterruptedException {
        KilledWriter writer = new KilledWriter(Store.open(options(Path.of(arguments[0]))));
        long seed = Long.parseLong(arguments[1]);
        Thread last = Thread.currentThread();
        for (int thread = 0; thread < THREADS; thread++) {
            String prefix = "thread" + thread + "/";
            Random random = new Random(seed + thread);
            last = Thread.ofVirtual().start(() -> writer.writeForever(prefix, random));
        }
        last.join();
    }

    /** A small log, so that kills also fall into snapshots. */
    static StoreOptions options(Path directory) {
        return StoreOptions.inDirectory(directory)
                .withSnapshotLogBytes(96 << 10)
                .withHistory(500, 1 << 20);
    }

    /** The one value that a key can have at a revision. */
    static byte[] value(String key, long revision) {
        int length = new Random(key.hashCode() * 31L + revision).nextInt(revision % 50 == 0 ? 40_000 : 1_500);
        return (key + "@" + revision + "x".repeat(length)).getBytes(StandardCharsets.UTF_8);
    }

    private void writeForever(String prefix, Random random) {
        while (true) {
            String key = prefix + random.nextInt(KEYS);
            long current = store.get(key).map(StoreEntry::revision).orElse(0L);
            if (current == 0) {
                acknowledge('C', store.create(key, revision -> value(key, revision)));
            } else if (random.nextInt(4) == 0) {
                acknowledge('D', store.delete(key, current, revision -> value(key, revision)));
            } else {
                acknowledge('R', store.replace(key, current, revision -> value(key, revision)));
            }
        }
    }

    private void acknowledge(char action, StoreEntry entry) {
        byte[] line = (action + " " + entry.key() + " " + entry.revision() + "\n").getBytes(StandardCharsets.UTF_8);
        synchronized (output) {
            try {
                output.write(line);
                output.flush();
            } catch (IOException gone) {
                Runtime.getRuntime().halt(1);
            }
        }
    }
}
