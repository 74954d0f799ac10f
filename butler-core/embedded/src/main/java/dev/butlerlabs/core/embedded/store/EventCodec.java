package dev.butlerlabs.core.embedded.store;

import java.util.Optional;

/** Encodes events for the log, without the previous value, which is known from the state before the event. */
final class EventCodec {
    private static final byte CREATED = 1;
    private static final byte REPLACED = 2;
    private static final byte DELETED = 3;

    private EventCodec() {}

    static byte code(StoreEvent event) {
        return switch (event) {
            case StoreEvent.Created _ -> CREATED;
            case StoreEvent.Replaced _ -> REPLACED;
            case StoreEvent.Deleted _ -> DELETED;
            case StoreEvent.Progress _ -> throw new IllegalArgumentException("progress events are never stored");
        };
    }

    /** Returns the entry of an event without the previous one. */
    static StoreEntry entry(StoreEvent event) {
        return switch (event) {
            case StoreEvent.Created created -> created.entry();
            case StoreEvent.Replaced replaced -> replaced.entry();
            case StoreEvent.Deleted deleted -> deleted.tombstone();
            case StoreEvent.Progress _ -> throw new IllegalArgumentException("progress events have no entry");
        };
    }

    static Optional<StoreEntry> previous(StoreEvent event) {
        return switch (event) {
            case StoreEvent.Created _, StoreEvent.Progress _ -> Optional.empty();
            case StoreEvent.Replaced replaced -> Optional.of(replaced.previous());
            case StoreEvent.Deleted deleted -> Optional.of(deleted.previous());
        };
    }

    /** Decodes an event; empty if the code is not valid for the previous entry. */
    static Optional<StoreEvent> event(byte code, StoreEntry entry, Optional<StoreEntry> previous) {
        return switch (code) {
            case CREATED -> previous.isPresent() ? Optional.empty() : Optional.of(new StoreEvent.Created(entry));
            case REPLACED -> previous.map(before -> new StoreEvent.Replaced(sharingKey(entry, before), before));
            case DELETED -> previous.map(before -> new StoreEvent.Deleted(sharingKey(entry, before), before));
            default -> Optional.empty();
        };
    }

    static void write(FrameEncoder encoder, StoreEvent event) {
        encoder.put(code(event));
        write(encoder, entry(event));
    }

    static void write(FrameEncoder encoder, StoreEntry entry) {
        encoder.put(entry.revision()).put(entry.key()).put(entry.value());
    }

    static StoreEntry readEntry(FrameDecoder decoder) {
        long revision = decoder.readLong();
        String key = decoder.readText();
        return new StoreEntry(key, revision, decoder.readBytes());
    }

    private static StoreEntry sharingKey(StoreEntry entry, StoreEntry before) {
        return new StoreEntry(before.key(), entry.revision(), entry.value());
    }
}
