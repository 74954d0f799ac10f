package dev.butlerlabs.core.embedded.store;

import java.util.ArrayList;
import java.util.List;

/** Ring buffer of the latest events, oldest first, within the configured limits. Not thread-safe: guarded by its owner. */
final class EventHistory {
    private final int mostEvents;
    private final long mostBytes;
    private StoreEvent[] ring = new StoreEvent[64];
    private int head;
    private int count;
    private long bytes;
    private long floor;

    EventHistory(int mostEvents, long mostBytes, long floor) {
        this.mostEvents = mostEvents;
        this.mostBytes = mostBytes;
        this.floor = floor;
    }

    /** Returns the revision after which all events are in the history. */
    long floor() {
        return floor;
    }

    void add(StoreEvent event) {
        if (count == ring.length) {
            grow();
        }
        ring[(head + count) % ring.length] = event;
        count++;
        bytes += weight(event);
        while (count > mostEvents || bytes > mostBytes) {
            forgetOldest();
        }
    }

    /** Returns the events after a revision, oldest first; the revision must not be before the floor. */
    List<StoreEvent> after(long revision) {
        int first = firstAfter(revision);
        List<StoreEvent> events = new ArrayList<>(count - first);
        for (int place = first; place < count; place++) {
            events.add(at(place));
        }
        return events;
    }

    private int firstAfter(long revision) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (at(middle).revision() > revision) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private StoreEvent at(int place) {
        return ring[(head + place) % ring.length];
    }

    private void forgetOldest() {
        StoreEvent oldest = ring[head];
        ring[head] = null;
        head = (head + 1) % ring.length;
        count--;
        bytes -= weight(oldest);
        floor = oldest.revision();
    }

    private void grow() {
        StoreEvent[] larger = new StoreEvent[ring.length * 2];
        for (int place = 0; place < count; place++) {
            larger[place] = at(place);
        }
        ring = larger;
        head = 0;
    }

    /** Returns an upper bound of the memory that only this event retains. */
    private static long weight(StoreEvent event) {
        return switch (event) {
            case StoreEvent.Created created -> created.entry().value().length;
            case StoreEvent.Replaced replaced ->
                (long) replaced.entry().value().length + replaced.previous().value().length;
            case StoreEvent.Deleted deleted ->
                (long) deleted.tombstone().value().length + deleted.previous().value().length;
            case StoreEvent.Progress _ -> 0;
        };
    }
}
