package dev.butlerlabs.core.embedded.store;

import java.io.IOException;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Replays a log and prepares it for appending. */
final class LogFileReader {
    private static final Logger LOG = LoggerFactory.getLogger(LogFileReader.class);

    private final StoreFile file;
    private final StoreFileName name;
    private final LogReplay replay;
    private final LastRecordPolicy damaged;
    private OptionalLong successor = OptionalLong.empty();

    /** Decides about a complete last record with an invalid checksum. */
    interface LastRecordPolicy {
        /** Removes the record from the log, or throws an exception that reports the damage. */
        void removeOrThrow(StoreFile log, long offset) throws IOException;
    }

    LogFileReader(StoreFile file, StoreFileName name, LogReplay replay, LastRecordPolicy damaged) {
        this.file = file;
        this.name = name;
        this.replay = replay;
        this.damaged = damaged;
    }

    /**
     * Replays the log.
     *
     * @param next the revision that the next log continues; empty for the last log, whose end a crash may have truncated
     */
    LogFileWriter read(OptionalLong next) throws IOException {
        FileHeader header = FileHeader.read(file, name);
        FrameReader frames = new FrameReader(file, header.salt(), FileHeader.BYTES);
        boolean sealed = false;
        while (true) {
            long start = frames.position();
            switch (frames.next()) {
                case FrameReader.Found.Whole(FrameDecoder payload) -> {
                    sealed = !payload.hasMore();
                    apply(payload, start);
                }
                case FrameReader.Found.Broken() -> {
                    repair(header, start, next);
                    return new LogFileWriter(file, header, start, false);
                }
                case FrameReader.Found.End() -> {
                    return new LogFileWriter(file, header, start, sealed);
                }
            }
        }
    }

    /** Returns the next log that this log names; empty if it names none. */
    OptionalLong successor() {
        return successor;
    }

    private void apply(FrameDecoder payload, long start) {
        while (payload.hasMore()) {
            byte code = payload.readByte();
            boolean fits = successor.isEmpty()
                    && (code == LogFileWriter.SUCCESSOR
                            ? ends(payload.readLong())
                            : replay.apply(code, EventCodec.readEntry(payload)));
            if (!fits) {
                throw StoreDamage.at(file, start, "a frame is inconsistent with the previous one");
            }
        }
    }

    private boolean ends(long revision) {
        successor = OptionalLong.of(revision);
        return revision == replay.state().revision();
    }

    /**
     * Removes an incomplete last frame. If another log follows, only the frame that names it can be incomplete: all events up to that log
     * are present.
     */
    private void repair(FileHeader header, long start, OptionalLong next) throws IOException {
        boolean complete = next.isEmpty() || next.getAsLong() == replay.state().revision();
        TornTailDetector tail = new TornTailDetector(file, header.salt());
        if (!complete || !tail.beginsAt(start)) {
            throw StoreDamage.at(file, start, "a frame fails its checksum");
        }
        if (next.isEmpty() && !tail.isCutShort(start)) {
            damaged.removeOrThrow(file, start);
            return;
        }
        LOG.warn(
                "{} ends with {} bytes of an incomplete write that was never acknowledged; removing them",
                file.name(),
                file.size() - start);
        file.truncate(start);
        file.force();
    }
}
