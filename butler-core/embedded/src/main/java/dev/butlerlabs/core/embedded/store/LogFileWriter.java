package dev.butlerlabs.core.embedded.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** The log that is being written. Bytes after {@link #end} are not part of it. */
final class LogFileWriter implements AutoCloseable {
    /** The code of the frame that names the next log; different from all event codes. */
    static final byte SUCCESSOR = 4;

    private final StoreFile file;
    private final FileHeader header;
    private long end;
    private boolean sealed;

    /**
     * Creates a log.
     *
     * @param end the offset after the last valid frame
     * @param sealed whether that frame marks that the store was closed
     */
    LogFileWriter(StoreFile file, FileHeader header, long end, boolean sealed) {
        this.file = file;
        this.header = header;
        this.end = end;
        this.sealed = sealed;
    }

    /** Creates a log that continues the given revision. Its content and name are durable before it is used. */
    static LogFileWriter create(StoreDirectory disk, long revision) throws IOException {
        FileHeader header = FileHeader.fresh(new StoreFileName(StoreFileName.Kind.LOG, revision));
        try (StoreFile file = disk.create(header.name().unfinished())) {
            file.write(header.bytes(), 0);
            file.force();
        }
        disk.rename(header.name().unfinished(), header.name().toString());
        disk.force();
        return new LogFileWriter(disk.open(header.name().toString()), header, FileHeader.BYTES, false);
    }

    long firstRevision() {
        return header.name().revision();
    }

    /** Returns its size in bytes. */
    long bytes() {
        return end - FileHeader.BYTES;
    }

    ByteBuffer frame(List<StoreEvent> events) {
        FrameEncoder encoder = LogFrame.encoder();
        events.forEach(event -> EventCodec.write(encoder, event));
        return LogFrame.seal(encoder, header.salt());
    }

    /** Returns the last frame of a log that another log continues, so that the loss of that log is detected. */
    ByteBuffer successorFrame(long revision) {
        return LogFrame.seal(LogFrame.encoder().put(SUCCESSOR).put(revision), header.salt());
    }

    void write(ByteBuffer frame) throws IOException {
        file.write(frame, end);
    }

    void append(ByteBuffer frame) throws IOException {
        write(frame);
        force(frame.limit());
    }

    /** Removes what a failed write may have left. */
    void cut() throws IOException {
        file.truncate(end);
    }

    /** Syncs the written bytes, which then are part of the log. */
    void force(int written) throws IOException {
        file.force();
        end += written;
        sealed = false;
    }

    /** Appends an empty frame, which proves that the frame before it was durable: if that frame is damaged later, a crash is not the cause. */
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
