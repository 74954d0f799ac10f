package dev.butlerlabs.core.embedded.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads snapshots. An incomplete file is reported as damage, because an unfinished snapshot never has its final name. */
final class SnapshotReader {
    private final DiskFile file;
    private final FileName name;
    private final List<Entry> entries = new ArrayList<>();
    private final List<StoreEvent> events = new ArrayList<>();
    private final Map<String, Entry> latest = new HashMap<>();
    private Optional<Tree> tree = Optional.empty();

    SnapshotReader(DiskFile file, FileName name) {
        this.file = file;
        this.name = name;
    }

    Checkpoint read() throws IOException {
        FrameReader frames = new FrameReader(file, FileHeader.read(file, name).salt(), FileHeader.BYTES);
        while (true) {
            long start = frames.position();
            switch (frames.next()) {
                case FrameReader.Found.Whole(Decoder payload) -> {
                    byte section = payload.readByte();
                    if (section == SnapshotWriter.END) {
                        return end(payload, frames);
                    }
                    readSection(section, payload);
                }
                case FrameReader.Found.Broken() -> throw Damage.at(file, start, "a frame fails its checksum");
                case FrameReader.Found.End() -> throw Damage.at(file, start, "the file is truncated");
            }
        }
    }

    private void readSection(byte section, Decoder payload) {
        while (payload.hasMore()) {
            if (section == SnapshotWriter.ENTRIES) {
                entries.add(EventCodec.readEntry(payload));
            } else {
                events.add(readEvent(payload));
            }
        }
    }

    private Tree tree() {
        if (tree.isEmpty()) {
            tree = Optional.of(Tree.ofSorted(entries));
        }
        return tree.get();
    }

    private StoreEvent readEvent(Decoder payload) {
        byte code = payload.readByte();
        byte flags = payload.readByte();
        long revision = payload.readLong();
        String key = payload.readText();
        Entry entry = (flags & SnapshotWriter.VALUE_IS_CURRENT) != 0
                ? tree().get(key).orElseThrow()
                : new Entry(key, revision, payload.readBytes());
        Optional<Entry> previous = (flags & SnapshotWriter.PREVIOUS_FOLLOWS) != 0
                ? Optional.of(new Entry(entry.key(), payload.readLong(), payload.readBytes()))
                : Optional.ofNullable(latest.get(key));
        StoreEvent event = EventCodec.event(code, entry, previous).orElseThrow();
        if (event instanceof StoreEvent.Deleted) {
            latest.remove(key);
        } else {
            latest.put(entry.key(), entry);
        }
        return event;
    }

    private Checkpoint end(Decoder payload, FrameReader frames) throws IOException {
        long floor = payload.readLong();
        if (payload.readLong() != entries.size() || payload.readLong() != events.size()) {
            throw Damage.at(file, frames.position(), "the number of entries does not match the count at its end");
        }
        if (!(frames.next() instanceof FrameReader.Found.End)) {
            throw Damage.at(file, frames.position(), "unexpected data after the end of the snapshot");
        }
        return new Checkpoint(new State(name.revision(), tree()), floor, events);
    }
}
