package dev.butlerlabs.core.embedded.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * A disk in memory that keeps only what was forced when its power is cut. Of what was written since, any sectors survive and others do
 * not, and so it is with what happened to names. It can also be full, slow, or refuse to force.
 */
final class FragileDisk implements StoreDirectory {
    private static final int SECTOR = 512;

    private NavigableMap<String, Inode> names = new TreeMap<>();
    private NavigableMap<String, Inode> durableNames = new TreeMap<>();
    private final List<Consumer<NavigableMap<String, Inode>>> unforcedNames = new ArrayList<>();
    private long operationsLeft = Long.MAX_VALUE;
    private long bytesLeft = Long.MAX_VALUE;
    private boolean forceFails;
    private String refused = "";
    private Duration forceTakes = Duration.ZERO;
    private int forces;

    synchronized void cutPowerAfter(long operations) {
        operationsLeft = operations;
    }

    synchronized boolean isWithoutPower() {
        return operationsLeft <= 0;
    }

    synchronized void limit(long bytes) {
        bytesLeft = bytes;
    }

    synchronized void failForces(boolean fails) {
        forceFails = fails;
    }

    /** No file whose name begins so can be created from now on. */
    synchronized void refuseToCreate(String prefix) {
        refused = prefix;
    }

    synchronized void slowForces(Duration duration) {
        forceTakes = duration;
    }

    synchronized int forces() {
        return forces;
    }

    synchronized byte[] content(String name) {
        return names.get(name).written.clone();
    }

    synchronized void put(String name, byte[] content) {
        Inode inode = new Inode(name);
        inode.written = content.clone();
        inode.durable = content.clone();
        names.put(name, inode);
        durableNames.put(name, inode);
    }

    synchronized void forget(String name) {
        names.remove(name);
        durableNames.remove(name);
    }

    /** The same content, on a disk with power. */
    synchronized FragileDisk copy() {
        FragileDisk copy = new FragileDisk();
        names.forEach((name, inode) -> copy.put(name, inode.written));
        return copy;
    }

    /** What is found when the power is back. */
    synchronized FragileDisk afterPowerLoss(RandomGenerator random) {
        NavigableMap<String, Inode> survivors = new TreeMap<>(durableNames);
        unforcedNames.stream().filter(_ -> random.nextBoolean()).forEach(change -> change.accept(survivors));
        FragileDisk found = new FragileDisk();
        survivors.forEach((name, inode) -> found.put(name, inode.afterPowerLoss(random)));
        return found;
    }

    @Override
    public String place() {
        return "fragile";
    }

    @Override
    public synchronized List<String> names() throws IOException {
        spend();
        return List.copyOf(names.keySet());
    }

    @Override
    public synchronized StoreFile create(String name) throws IOException {
        spend();
        if (!refused.isEmpty() && name.startsWith(refused)) {
            throw new IOException("Permission denied");
        }
        if (names.containsKey(name)) {
            throw new IOException(name + " exists");
        }
        Inode inode = new Inode(name);
        change(target -> target.put(name, inode));
        return inode;
    }

    @Override
    public synchronized StoreFile open(String name) throws IOException {
        spend();
        if (!names.containsKey(name)) {
            throw new IOException(name + " does not exist");
        }
        return names.get(name);
    }

    @Override
    public synchronized void rename(String from, String to) throws IOException {
        spend();
        Inode inode = names.get(from);
        change(target -> {
            target.remove(from);
            target.put(to, inode);
        });
    }

    @Override
    public synchronized void delete(String name) throws IOException {
        spend();
        change(target -> target.remove(name));
    }

    @Override
    public synchronized void force() throws IOException {
        spend();
        durableNames = new TreeMap<>(names);
        unforcedNames.clear();
    }

    @Override
    public void close() {}

    private void change(Consumer<NavigableMap<String, Inode>> change) {
        change.accept(names);
        unforcedNames.add(change);
    }

    private void spend() throws IOException {
        if (operationsLeft <= 0) {
            throw new IOException("the power is gone");
        }
        operationsLeft--;
    }

    /** One sector-sized or smaller piece of a write, or a truncation when there are no bytes. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Change(int position, byte[] bytes) {
        byte[] applyTo(byte[] content) {
            if (bytes.length == 0) {
                return Arrays.copyOf(content, Math.min(content.length, position));
            }
            byte[] changed = Arrays.copyOf(content, Math.max(content.length, position + bytes.length));
            System.arraycopy(bytes, 0, changed, position, bytes.length);
            return changed;
        }
    }

    private final class Inode implements StoreFile {
        private final String name;
        private final List<Change> unforced = new ArrayList<>();
        private byte[] written = new byte[0];
        private byte[] durable = new byte[0];

        Inode(String name) {
            this.name = name;
        }

        byte[] afterPowerLoss(RandomGenerator random) {
            byte[] content = durable;
            for (Change change : unforced) {
                if (random.nextBoolean()) {
                    content = change.applyTo(content);
                }
            }
            return content;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public long size() {
            synchronized (FragileDisk.this) {
                return written.length;
            }
        }

        @Override
        public int read(ByteBuffer target, long position) throws IOException {
            synchronized (FragileDisk.this) {
                spend();
                int available = Math.min(target.remaining(), written.length - (int) position);
                if (available <= 0) {
                    return -1;
                }
                target.put(written, (int) position, available);
                return available;
            }
        }

        @Override
        public void write(ByteBuffer source, long position) throws IOException {
            synchronized (FragileDisk.this) {
                int at = (int) position;
                while (source.hasRemaining()) {
                    byte[] piece = new byte[Math.min(source.remaining(), SECTOR - at % SECTOR)];
                    source.get(piece);
                    writePiece(new Change(at, piece));
                    at += piece.length;
                }
            }
        }

        private void writePiece(Change change) throws IOException {
            spend();
            if (bytesLeft < change.bytes.length) {
                throw new IOException("No space left on device");
            }
            bytesLeft -= change.bytes.length;
            apply(change);
        }

        @Override
        public void truncate(long size) throws IOException {
            synchronized (FragileDisk.this) {
                spend();
                apply(new Change((int) size, new byte[0]));
            }
        }

        private void apply(Change change) {
            written = change.applyTo(written);
            unforced.add(change);
        }

        @Override
        public void force() throws IOException {
            LockSupport.parkNanos(forceTakes.toNanos());
            synchronized (FragileDisk.this) {
                spend();
                forces++;
                if (forceFails) {
                    throw new IOException("Input/output error");
                }
                durable = written;
                unforced.clear();
            }
        }

        @Override
        public void close() {}
    }
}
