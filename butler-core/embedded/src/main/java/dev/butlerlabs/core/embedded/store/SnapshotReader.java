package dev.butlerlabs.core.embedded.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads snapshots. An incomplete file is reported as damage, because an unfinished snapshot never has its final name. */
final class SnapshotReader {
    private final StoreFile file;
    private final StoreFileName name;
    private final List<StoreEntry> entries = new ArrayList<>();
    private final List<StoreEvent> events = new ArrayList<>();
    private final Map<String, StoreEntry> latest = new HashMap<>();
    private Optional<EntryTree> tree = Optional.empty();

    SnapshotReader(StoreFile file, StoreFileName name) {
        this.file = file;
        this.name = name;
    }

    StoreCheckpoint read() throws IOException {
        FrameReader frames = new FrameReader(file, FileHeader.read(file, name).salt(), FileHeader.BYTES);
        while (true) {
            long start = frames.position();
            switch (frames.next()) {
                case FrameReader.Found.Whole(FrameDecoder payload) -> {
                    byte section = payload.readByte();
                    if (section == SnapshotWriter.END) {
                        return end(payload, frames);
                    }
                    readSection(section, payload);
                }
                case FrameReader.Found.Broken() -> throw StoreDamage.at(file, start, "a frame fails its checksum");
                case FrameReader.Found.End() -> throw StoreDamage.at(file, start, "the file is truncated");
            }
        }
    }

    private void readSection(byte section, FrameDecoder payload) {
        while (payload.hasMore()) {
            if (section == SnapshotWriter.ENTRIES) {
                entries.add(EventCodec.readEntry(payload));
            } else {
                events.add(readEvent(payload));
            }
        }
    }

    private EntryTree tree() {
        if (tree.isEmpty()) {
            tree = Optional.of(EntryTree.ofSorted(entries));
        }
        return tree.get();
    }

    private StoreEvent readEvent(FrameDecoder payload) {
        byte code = payload.readByte();
        byte flags = payload.readByte();
        long revision = payload.readLong();
        String key = payload.readText();
        StoreEntry entry = (flags & SnapshotWriter.VALUE_IS_CURRENT) != 0
                ? tree().get(key).orElseThrow()
                : new StoreEntry(key, revision, payload.readBytes());
        Optional<StoreEntry> previous = (flags & SnapshotWriter.PREVIOUS_FOLLOWS) != 0
                ? Optional.of(new StoreEntry(entry.key(), payload.readLong(), payload.readBytes()))
                : Optional.ofNullable(latest.get(key));
        StoreEvent event = EventCodec.event(code, entry, previous).orElseThrow();
        if (event instanceof StoreEvent.Deleted) {
            latest.remove(key);
        } else {
            latest.put(entry.key(), entry);
        }
        return event;
    }

    private StoreCheckpoint end(FrameDecoder payload, FrameReader frames) throws IOException {
        long floor = payload.readLong();
        if (payload.readLong() != entries.size() || payload.readLong() != events.size()) {
            throw StoreDamage.at(file, frames.position(), "the number of entries does not match the count at its end");
        }
        if (!(frames.next() instanceof FrameReader.Found.End)) {
            throw StoreDamage.at(file, frames.position(), "unexpected data after the end of the snapshot");
        }
        return new StoreCheckpoint(new StoreState(name.revision(), tree()), floor, events);
    }
}
