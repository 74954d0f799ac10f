package dev.butlerlabs.core.etcd;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Builds bolt databases in memory: B+trees of any depth, values of any size, and no free pages. Not thread-safe. */
@SuppressWarnings({"ArrayRecordComponent", "ByteBufferBackingArray"}) // raw bytes; all buffers are allocated here
final class BoltFileWriter {
    private static final int FIRST_DATA_PAGE = 3;

    /** A leaf is filled only up to here, as bolt does by default when keys arrive in order. */
    private static final int LEAF_BYTES = BoltFormat.PAGE_BYTES;

    private final List<byte[]> runs = new ArrayList<>();
    private long nextPage = FIRST_DATA_PAGE;

    private record Child(byte[] key, long page) {}

    private record Element(int flags, BoltEntry entry) {
        int bytes() {
            return BoltFormat.ELEMENT_HEADER + entry.key().length + entry.value().length;
        }
    }

    /**
     * Returns the database.
     *
     * @param buckets the entries of each bucket, in any order
     */
    static byte[] write(Map<String, List<BoltEntry>> buckets) {
        return new BoltFileWriter().database(new TreeMap<>(buckets));
    }

    private byte[] database(SortedMap<String, List<BoltEntry>> buckets) {
        List<Element> root = new ArrayList<>();
        buckets.forEach((name, entries) -> root.add(
                new Element(BoltFormat.BUCKET, new BoltEntry(name.getBytes(StandardCharsets.UTF_8), bucket(entries)))));
        long rootPage = tree(root);
        ByteBuffer file = buffer(Math.toIntExact(nextPage * BoltFormat.PAGE_BYTES));
        meta(file, 0, rootPage);
        meta(file, 1, rootPage);
        file.position(2 * BoltFormat.PAGE_BYTES);
        header(file, 2, BoltFormat.FREELIST, 0, 0);
        file.position(FIRST_DATA_PAGE * BoltFormat.PAGE_BYTES);
        runs.forEach(file::put);
        return file.array();
    }

    /** Returns the value of a bucket: its root page, or the whole bucket if it is empty. */
    private byte[] bucket(List<BoltEntry> entries) {
        if (entries.isEmpty()) {
            ByteBuffer inline = buffer(BoltFormat.BUCKET_HEADER + BoltFormat.PAGE_HEADER);
            inline.position(BoltFormat.BUCKET_HEADER);
            header(inline, 0, BoltFormat.LEAF, 0, 0);
            return inline.array();
        }
        long root = tree(
                entries.stream().sorted().map(entry -> new Element(0, entry)).toList());
        return buffer(BoltFormat.BUCKET_HEADER).putLong(root).putLong(0).array();
    }

    private long tree(List<Element> elements) {
        List<Child> level = leaves(elements);
        while (level.size() > 1) {
            level = branches(level);
        }
        return level.getFirst().page();
    }

    private List<Child> leaves(List<Element> elements) {
        List<Child> pages = new ArrayList<>();
        List<Element> page = new ArrayList<>();
        int bytes = BoltFormat.PAGE_HEADER;
        for (Element element : elements) {
            if (!page.isEmpty() && bytes + element.bytes() > LEAF_BYTES) {
                pages.add(leaf(page));
                page.clear();
                bytes = BoltFormat.PAGE_HEADER;
            }
            page.add(element);
            bytes += element.bytes();
        }
        pages.add(leaf(page));
        return pages;
    }

    private Child leaf(List<Element> elements) {
        int bytes = BoltFormat.PAGE_HEADER
                + elements.stream().mapToInt(Element::bytes).sum();
        ByteBuffer page = page(BoltFormat.LEAF, elements.size(), bytes);
        int data = BoltFormat.PAGE_HEADER + elements.size() * BoltFormat.ELEMENT_HEADER;
        for (Element element : elements) {
            BoltEntry entry = element.entry();
            int start = page.position();
            page.putInt(element.flags()).putInt(data - start);
            page.putInt(entry.key().length).putInt(entry.value().length);
            page.put(data, entry.key()).put(data + entry.key().length, entry.value());
            data += entry.key().length + entry.value().length;
        }
        byte[] first =
                elements.isEmpty() ? new byte[0] : elements.getFirst().entry().key();
        return new Child(first, add(page));
    }

    /** Distributes the children evenly, so that no branch has a single child. */
    private List<Child> branches(List<Child> children) {
        int longest =
                children.stream().mapToInt(child -> child.key().length).max().orElseThrow();
        int room =
                Math.max(2, (BoltFormat.PAGE_BYTES - BoltFormat.PAGE_HEADER) / (BoltFormat.ELEMENT_HEADER + longest));
        int count = (children.size() + room - 1) / room;
        List<Child> pages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int from = (int) ((long) children.size() * i / count);
            int to = (int) ((long) children.size() * (i + 1) / count);
            pages.add(branch(children.subList(from, to)));
        }
        return pages;
    }

    private Child branch(List<Child> children) {
        int bytes = BoltFormat.PAGE_HEADER
                + children.stream()
                        .mapToInt(child -> BoltFormat.ELEMENT_HEADER + child.key().length)
                        .sum();
        ByteBuffer page = page(BoltFormat.BRANCH, children.size(), bytes);
        int data = BoltFormat.PAGE_HEADER + children.size() * BoltFormat.ELEMENT_HEADER;
        for (Child child : children) {
            int start = page.position();
            page.putInt(data - start).putInt(child.key().length).putLong(child.page());
            page.put(data, child.key());
            data += child.key().length;
        }
        return new Child(children.getFirst().key(), add(page));
    }

    /** Returns a page that is as long as its content needs, positioned behind its header. */
    private ByteBuffer page(short kind, int count, int bytes) {
        int pages = (bytes + BoltFormat.PAGE_BYTES - 1) / BoltFormat.PAGE_BYTES;
        ByteBuffer page = buffer(pages * BoltFormat.PAGE_BYTES);
        header(page, nextPage, kind, count, pages - 1);
        return page;
    }

    private long add(ByteBuffer page) {
        long id = nextPage;
        runs.add(page.array());
        nextPage += page.capacity() / BoltFormat.PAGE_BYTES;
        return id;
    }

    private void meta(ByteBuffer file, int page, long root) {
        file.position(page * BoltFormat.PAGE_BYTES);
        header(file, page, BoltFormat.META, 0, 0);
        int start = file.position();
        file.putInt(BoltFormat.MAGIC)
                .putInt(BoltFormat.VERSION)
                .putInt(BoltFormat.PAGE_BYTES)
                .putInt(0);
        file.putLong(root).putLong(0); // root bucket: page, sequence
        file.putLong(2)
                .putLong(nextPage)
                .putLong(page); // page of the free list, first page beyond the end, transaction
        file.putLong(BoltFormat.checksum(file, start));
    }

    private static void header(ByteBuffer file, long page, short kind, int count, int overflow) {
        file.putLong(page).putShort(kind).putShort((short) count).putInt(overflow);
    }

    private static ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}
