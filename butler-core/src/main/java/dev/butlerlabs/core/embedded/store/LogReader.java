package dev.butlerlabs.core.embedded.store;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Replays one log and leaves it ready to be continued. */
final class LogReader {
    private static final Logger LOG = LoggerFactory.getLogger(LogReader.class);

    private final DiskFile file;
    private final FileName name;
    private final Replay replay;

    LogReader(DiskFile file, FileName name, Replay replay) {
        this.file = file;
        this.name = name;
        this.replay = replay;
    }

    /** @param last whether no log follows, so that a crash may have torn its end */
    LogFile read(boolean last) throws IOException {
        FileHeader header = FileHeader.read(file, name);
        FrameReader frames = new FrameReader(file, header.salt(), FileHeader.BYTES);
        boolean sealed = false;
        while (true) {
            long start = frames.position();
            switch (frames.next()) {
                case FrameReader.Found.Whole(Decoder payload) -> {
                    sealed = !payload.hasMore();
                    apply(payload, start);
                }
                case FrameReader.Found.Broken() -> {
                    repair(header, start, last);
                    return new LogFile(file, header, start, false);
                }
                case FrameReader.Found.End() -> {
                    return new LogFile(file, header, start, sealed);
                }
            }
        }
    }

    private void apply(Decoder payload, long start) {
        while (payload.hasMore()) {
            byte code = payload.readByte();
            if (!replay.apply(code, EventCodec.readEntry(payload))) {
                throw Damage.at(file, start, "a frame does not continue the one before it");
            }
        }
    }

    private void repair(FileHeader header, long start, boolean last) throws IOException {
        if (!last || !new TornTail(file, header.salt()).beginsAt(start)) {
            throw Damage.at(file, start, "a frame fails its checksum");
        }
        LOG.warn(
                "{} ends in {} bytes of a write that was cut short and never acknowledged; they are removed",
                file.name(),
                file.size() - start);
        file.truncate(start);
        file.force();
    }
}
