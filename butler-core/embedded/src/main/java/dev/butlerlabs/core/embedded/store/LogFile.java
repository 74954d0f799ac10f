package dev.butlerlabs.core.embedded.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** The log that is being written. Bytes behind {@link #end} are not part of it. */
final class LogFile implements AutoCloseable {
    /** Begins the frame that names the next log; the codes of events are others. */
    static final byte SUCCESSOR = 4;

    private final DiskFile file;
    private final FileHeader header;
    private long end;
    private boolean sealed;

    /**
     * @param end where the last whole frame ends
     * @param sealed whether that frame says the store was closed
     */
    LogFile(DiskFile file, FileHeader header, long end, boolean sealed) {
        this.file = file;
        this.header = header;
        this.end = end;
        this.sealed = sealed;
    }

    /** A log that continues the given revision; durable, name and all, before it is used. */
    static LogFile create(Disk disk, long revision) throws IOException {
        FileHeader header = FileHeader.fresh(new FileName(FileName.Kind.LOG, revision));
        try (DiskFile file = disk.create(header.name().unfinished())) {
            file.write(header.bytes(), 0);
            file.force();
        }
        disk.rename(header.name().unfinished(), header.name().toString());
        disk.force();
        return new LogFile(disk.open(header.name().toString()), header, FileHeader.BYTES, false);
    }

    long firstRevision() {
        return header.name().revision();
    }

    /** How far it has grown. */
    long bytes() {
        return end - FileHeader.BYTES;
    }

    ByteBuffer frame(List<StoreEvent> events) {
        Encoder encoder = Frame.encoder();
        events.forEach(event -> EventCodec.write(encoder, event));
        return Frame.seal(encoder, header.salt());
    }

    /** What a log ends with when another continues it, so that the loss of that one is noticed. */
    ByteBuffer successorFrame(long revision) {
        return Frame.seal(Frame.encoder().put(SUCCESSOR).put(revision), header.salt());
    }

    void write(ByteBuffer frame) throws IOException {
        file.write(frame, end);
    }

    void append(ByteBuffer frame) throws IOException {
        write(frame);
        force(frame.limit());
    }

    /** Removes what a write that failed may have left. */
    void cut() throws IOException {
        file.truncate(end);
    }

    /** Makes what was written durable and part of the log. */
    void force(int written) throws IOException {
        file.force();
        end += written;
        sealed = false;
    }

    /** An empty frame behind the last one proves that one durable: if it is ever found broken, it was not by a crash. */
    void seal() throws IOException {
        if (!sealed) {
            append(frame(List.of()));
            sealed = true;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
