package dev.butlerlabs.core.embedded.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Writes a checkpoint to a file that gets its final name when it is complete and durable. */
final class SnapshotWriter {
    /** The first byte of each frame is the type of its content. */
    static final byte ENTRIES = 1;

    static final byte HISTORY = 2;
    static final byte END = 3;

    /** The value of the event is that of the current entry and is not repeated. */
    static final byte VALUE_IS_CURRENT = 1;

    /** The previous entry is written with the event, because no earlier event of the history contains it. */
    static final byte PREVIOUS_FOLLOWS = 2;

    private static final int FRAME = 256 << 10;
    private static final int ENTRIES_AT_ONCE = 1024;

    private final StoreDirectory disk;
    private final FileHeader header;
    private final BooleanSupplier cancelled;
    private long bytes;
    private FrameEncoder frame = LogFrame.encoder();

    SnapshotWriter(StoreDirectory disk, StoreFileName name, BooleanSupplier cancelled) {
        this.disk = disk;
        this.header = FileHeader.fresh(name);
        this.cancelled = cancelled;
    }

    long bytes() {
        return bytes;
    }

    /**
     * Writes the snapshot.
     *
     * @return false if it was cancelled
     */
    boolean write(StoreCheckpoint checkpoint) throws IOException {
        String unfinished = header.name().unfinished();
        boolean whole = false;
        try {
            whole = writeFile(unfinished, checkpoint);
        } finally {
            if (!whole) {
                disk.delete(unfinished);
            }
        }
        if (whole) {
            disk.rename(unfinished, header.name().toString());
            disk.force();
        }
        return whole;
    }

    private boolean writeFile(String name, StoreCheckpoint checkpoint) throws IOException {
        try (StoreFile file = disk.create(name)) {
            append(file, header.bytes());
            boolean whole = writeEntries(file, checkpoint.state().tree()) && writeHistory(file, checkpoint);
            if (whole) {
                frame.put(END)
                        .put(checkpoint.floor())
                        .put((long) checkpoint.state().tree().size())
                        .put((long) checkpoint.history().size());
                flush(file);
                file.force();
            }
            return whole;
        }
    }

    private boolean writeEntries(StoreFile file, EntryTree tree) throws IOException {
        for (int start = 0; start < tree.size(); start += ENTRIES_AT_ONCE) {
            if (cancelled.getAsBoolean()) {
                return false;
            }
            for (StoreEntry entry : tree.slice(start, Math.min(start + ENTRIES_AT_ONCE, tree.size()))) {
                begin(file, ENTRIES);
                EventCodec.write(frame, entry);
            }
        }
        flush(file);
        return !cancelled.getAsBoolean();
    }

    private boolean writeHistory(StoreFile file, StoreCheckpoint checkpoint) throws IOException {
        Set<String> told = new HashSet<>();
        List<StoreEvent> events = checkpoint.history();
        for (StoreEvent event : events) {
            begin(file, HISTORY);
            writeEvent(event, checkpoint.state().tree(), told.add(event.key()));
        }
        flush(file);
        return !cancelled.getAsBoolean();
    }

    private void writeEvent(StoreEvent event, EntryTree tree, boolean firstOfKey) {
        StoreEntry entry = EventCodec.entry(event);
        boolean current = tree.get(entry.key())
                .filter(now -> now.revision() == entry.revision())
                .isPresent();
        boolean withPrevious = firstOfKey && EventCodec.previous(event).isPresent();
        frame.put(EventCodec.code(event))
                .put((byte) ((current ? VALUE_IS_CURRENT : 0) | (withPrevious ? PREVIOUS_FOLLOWS : 0)))
                .put(entry.revision())
                .put(entry.key());
        if (!current) {
            frame.put(entry.value());
        }
        if (withPrevious) {
            StoreEntry previous = EventCodec.previous(event).orElseThrow();
            frame.put(previous.revision()).put(previous.value());
        }
    }

    private void begin(StoreFile file, byte section) throws IOException {
        if (frame.size() > FRAME) {
            flush(file);
        }
        if (frame.size() == LogFrame.OVERHEAD) {
            frame.put(section);
        }
    }

    private void flush(StoreFile file) throws IOException {
        if (frame.size() > LogFrame.OVERHEAD) {
            append(file, LogFrame.seal(frame, header.salt()));
            frame = LogFrame.encoder();
        }
    }

    private void append(StoreFile file, ByteBuffer source) throws IOException {
        int length = source.remaining();
        file.write(source, bytes);
        bytes += length;
    }
}
