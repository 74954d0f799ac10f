package dev.butlerlabs.core.etcd;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads bolt databases page by page. Every page is read only once for each tree, so that a damaged file cannot cause an endless loop.
 * Needs memory for one path of a tree only. Not thread-safe.
 */
final class BoltFileReader {
    private static final int MAX_PAGE_BYTES = 1 << 20;
    private static final int MAX_RUN_BYTES = 256 << 20;

    private final SnapshotSource source;
    private final Meta meta;
    private final long pages;

    /** Receives the entries of a bucket in the order of their keys. */
    @FunctionalInterface
    interface Visitor {
        void entry(byte[] key, byte[] value) throws IOException;
    }

    private record Meta(int pageBytes, long root, long highWater, long transaction) {}

    private BoltFileReader(SnapshotSource source, Meta meta, long size) {
        this.source = source;
        this.meta = meta;
        this.pages = size / meta.pageBytes();
    }

    /**
     * Opens a database.
     *
     * @param size bytes of the database; the source may be longer
     * @throws DamagedSnapshotException if it has no valid meta page
     */
    static BoltFileReader open(SnapshotSource source, long size) throws IOException {
        Meta best = meta(source, 0, size);
        if (best == null) {
            // Like bolt: the first meta page may be damaged, and the size of a page is then not known.
            for (int bytes = 1024; best == null && bytes <= MAX_PAGE_BYTES; bytes *= 2) {
                best = meta(source, bytes, size);
            }
        } else {
            Meta second = meta(source, best.pageBytes(), size);
            best = second != null && second.transaction() > best.transaction() ? second : best;
        }
        if (best == null) {
            throw new DamagedSnapshotException("it is not a bolt database");
        }
        BoltFileReader reader = new BoltFileReader(source, best, size);
        if (best.highWater() > reader.pages) {
            throw new DamagedSnapshotException(
                    "the database has %d pages, but %d are expected".formatted(reader.pages, best.highWater()));
        }
        return reader;
    }

    private static Meta meta(SnapshotSource source, long position, long size) throws IOException {
        int bytes = BoltFormat.PAGE_HEADER + BoltFormat.META_BYTES;
        if (position + bytes > size) {
            return null;
        }
        ByteBuffer page = buffer(bytes);
        source.read(position, page);
        int start = BoltFormat.PAGE_HEADER;
        boolean isValid = page.getInt(start) == BoltFormat.MAGIC
                && page.getInt(start + 4) == BoltFormat.VERSION
                && page.getLong(start + BoltFormat.META_BYTES - Long.BYTES) == BoltFormat.checksum(page, start);
        int pageBytes = page.getInt(start + 8);
        if (!isValid || pageBytes < 512 || pageBytes > MAX_PAGE_BYTES) {
            return null;
        }
        return new Meta(pageBytes, page.getLong(start + 16), page.getLong(start + 40), page.getLong(start + 48));
    }

    /** Returns the value of each bucket by its name. */
    Map<String, byte[]> buckets() throws IOException {
        Map<String, byte[]> found = new LinkedHashMap<>();
        walk(meta.root(), new BitSet(), (flags, key, value) -> {
            if ((flags & BoltFormat.BUCKET) != 0) {
                found.put(new String(key, StandardCharsets.UTF_8), value);
            }
        });
        return found;
    }

    /** Visits the entries of a bucket; {@code bucket} is its value. */
    void visit(byte[] bucket, Visitor visitor) throws IOException {
        ByteBuffer header = ByteBuffer.wrap(bucket).order(ByteOrder.LITTLE_ENDIAN);
        if (bucket.length < BoltFormat.BUCKET_HEADER) {
            throw new DamagedSnapshotException("a bucket is incomplete");
        }
        long root = header.getLong(0);
        ElementVisitor elements = (flags, key, value) -> {
            if ((flags & BoltFormat.BUCKET) == 0) {
                visitor.entry(key, value);
            }
        };
        if (root != 0) {
            walk(root, new BitSet(), elements);
        } else {
            byte[] inline = new byte[bucket.length - BoltFormat.BUCKET_HEADER];
            header.get(BoltFormat.BUCKET_HEADER, inline);
            leaf(ByteBuffer.wrap(inline).order(ByteOrder.LITTLE_ENDIAN), elements);
        }
    }

    @FunctionalInterface
    private interface ElementVisitor {
        void element(int flags, byte[] key, byte[] value) throws IOException;
    }

    private void walk(long id, BitSet visited, ElementVisitor visitor) throws IOException {
        if (id < 2 || id >= pages || visited.get((int) id)) {
            throw new DamagedSnapshotException("page %d is not part of the tree".formatted(id));
        }
        visited.set((int) id);
        ByteBuffer page = page(id);
        short kind = page.getShort(8);
        if (kind == BoltFormat.LEAF) {
            leaf(page, visitor);
        } else if (kind == BoltFormat.BRANCH) {
            int count = count(page);
            for (int i = 0; i < count; i++) {
                walk(page.getLong(element(i) + 8), visited, visitor);
            }
        } else {
            throw new DamagedSnapshotException("page %d has the unexpected type %d".formatted(id, kind));
        }
    }

    private ByteBuffer page(long id) throws IOException {
        ByteBuffer header = buffer(BoltFormat.PAGE_HEADER);
        source.read(id * meta.pageBytes(), header);
        long run = header.getInt(12) & 0xffffffffL;
        long bytes = (run + 1) * meta.pageBytes();
        if (header.getLong(0) != id || bytes > MAX_RUN_BYTES || id + run >= pages) {
            throw new DamagedSnapshotException("page %d is damaged".formatted(id));
        }
        ByteBuffer page = buffer((int) bytes);
        source.read(id * meta.pageBytes(), page);
        return page;
    }

    private static void leaf(ByteBuffer page, ElementVisitor visitor) throws IOException {
        if (page.capacity() < BoltFormat.PAGE_HEADER) {
            throw new DamagedSnapshotException("a bucket is incomplete");
        }
        int count = count(page);
        for (int i = 0; i < count; i++) {
            int start = element(i);
            int keyBytes = page.getInt(start + 8);
            int valueBytes = page.getInt(start + 12);
            long data = start + (page.getInt(start + 4) & 0xffffffffL);
            if (keyBytes < 0 || valueBytes < 0 || data + keyBytes + valueBytes > page.capacity()) {
                throw new DamagedSnapshotException("an entry is beyond the end of its page");
            }
            byte[] key = new byte[keyBytes];
            byte[] value = new byte[valueBytes];
            page.get((int) data, key).get((int) data + keyBytes, value);
            visitor.element(page.getInt(start), key, value);
        }
    }

    private static int count(ByteBuffer page) throws DamagedSnapshotException {
        int count = page.getShort(10) & 0xffff;
        if (element(count) > page.capacity()) {
            throw new DamagedSnapshotException("a page has more entries than fit");
        }
        return count;
    }

    private static int element(int index) {
        return BoltFormat.PAGE_HEADER + index * BoltFormat.ELEMENT_HEADER;
    }

    private static ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}
