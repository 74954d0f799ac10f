package dev.butlerlabs.core.ipam.space;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An immutable snapshot of the allocated addresses of a pool. A bitmap records which positions are taken; a tree of the free ranges finds
 * the best fit. A change takes logarithmic time in the number of ranges, independent of the size of the space, and returns a new snapshot.
 */
public final class AddressSpace {
    private final AllocatableRanges terrain;
    private final ImmutableBitmap taken;
    private final FreeRangeIndex runs;
    private final long free;

    private AddressSpace(AllocatableRanges terrain, ImmutableBitmap taken, FreeRangeIndex runs, long free) {
        this.terrain = terrain;
        this.taken = taken;
        this.runs = runs;
        this.free = free;
    }

    public static AddressSpace of(AllocatableRanges terrain) {
        AddressSpace space = new AddressSpace(
                terrain, ImmutableBitmap.allSet(terrain.network().size()), FreeRangeIndex.NONE, 0);
        for (OffsetRange part : terrain.open()) {
            space = space.opened(part);
        }
        return space;
    }

    private AddressSpace opened(OffsetRange part) {
        return new AddressSpace(terrain, taken.with(part, false), runs.with(part), free + part.length());
    }

    public AllocatableRanges terrain() {
        return terrain;
    }

    /**
     * Returns the best fit for a number of contiguous addresses: the start of the shortest free range that is long enough, the first one if
     * several are.
     */
    public Optional<OffsetRange> bestFit(long length) {
        return runs.shortest(length).map(run -> OffsetRange.of(run.from(), length));
    }

    /** Returns a free span directly behind or before another span. */
    public Optional<OffsetRange> beside(OffsetRange span, long length) {
        return Stream.of(span.to(), span.from() - length)
                .filter(from -> from >= 0)
                .map(from -> OffsetRange.of(from, length))
                .filter(this::isFree)
                .findFirst();
    }

    public boolean isFree(OffsetRange span) {
        return span.to() <= terrain.network().size() && taken.count(span) == 0;
    }

    /**
     * Returns the space with a span taken.
     *
     * @throws IllegalArgumentException if a part of it is not free
     */
    public AddressSpace take(OffsetRange span) {
        if (!isFree(span)) {
            throw new IllegalArgumentException("not free: " + terrain.block(span));
        }
        return cut(span);
    }

    /** Returns the space with the free parts of a span taken. */
    public AddressSpace occupy(OffsetRange span) {
        AddressSpace space = this;
        long from = taken.next(span.from(), false);
        while (from >= 0 && from < span.to()) {
            long to = Math.min(endOfRun(from), span.to());
            space = space.cut(new OffsetRange(from, to));
            from = taken.next(to, false);
        }
        return space;
    }

    private AddressSpace cut(OffsetRange span) {
        OffsetRange run = new OffsetRange(taken.previous(span.from(), true) + 1, endOfRun(span.from()));
        FreeRangeIndex left = runs.without(run);
        if (run.from() < span.from()) {
            left = left.with(new OffsetRange(run.from(), span.from()));
        }
        if (span.to() < run.to()) {
            left = left.with(new OffsetRange(span.to(), run.to()));
        }
        return new AddressSpace(terrain, taken.with(span, true), left, free - span.length());
    }

    /**
     * Returns the space with a span released.
     *
     * @throws IllegalArgumentException if a part of it is not taken or not allocatable
     */
    public AddressSpace give(OffsetRange span) {
        if (!terrain.isOpen(span) || taken.count(span) != span.length()) {
            throw new IllegalArgumentException("not taken: " + terrain.block(span));
        }
        long from = taken.previous(span.from() - 1, true) + 1;
        long to = endOfRun(span.to());
        FreeRangeIndex more = runs;
        if (from < span.from()) {
            more = more.without(new OffsetRange(from, span.from()));
        }
        if (span.to() < to) {
            more = more.without(new OffsetRange(span.to(), to));
        }
        return new AddressSpace(
                terrain, taken.with(span, false), more.with(new OffsetRange(from, to)), free + span.length());
    }

    /** Returns the end of the free range at a position; the position itself if it is taken. */
    private long endOfRun(long place) {
        long end = taken.next(place, true);
        return end < 0 ? terrain.network().size() : end;
    }

    /**
     * The span of a given length with the fewest taken addresses, which can become free soonest.
     *
     * @param taken how many of its addresses must be released first
     */
    public record Prospect(OffsetRange span, long taken) {}

    /** Returns the best span for a future allocation; empty if no allocatable range has this length. */
    public Optional<Prospect> prospect(long length) {
        List<OffsetRange> candidates = new ArrayList<>();
        for (OffsetRange part : terrain.open()) {
            if (part.length() >= length) {
                candidates.add(OffsetRange.of(part.from(), length));
                candidates.add(OffsetRange.of(part.to() - length, length));
            }
        }
        // Moving a span towards the start of a free range never adds a taken address, so no other position can be
        // better.
        runs.forEach(run -> candidates.add(OffsetRange.of(run.from(), length)));
        return candidates.stream()
                .filter(terrain::isOpen)
                .map(span -> new Prospect(span, taken.count(span)))
                .min(Comparator.comparingLong(Prospect::taken)
                        .thenComparingLong(prospect -> prospect.span().from()));
    }

    /** Returns how many addresses of a span are taken. */
    public long taken(OffsetRange span) {
        return taken.count(span);
    }

    public SpaceStatistics figures() {
        long largest = runs.longest().map(OffsetRange::length).orElse(0L);
        return new SpaceStatistics(terrain.total(), free, largest);
    }

    /** Returns the longest free ranges, up to a maximum number. */
    public List<OffsetRange> longestRuns(int most) {
        List<OffsetRange> result = new ArrayList<>();
        runs.forEach(run -> {
            if (result.size() < most) {
                result.add(run);
            }
        });
        return result;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AddressSpace space && terrain.equals(space.terrain) && taken.equals(space.taken);
    }

    @Override
    public int hashCode() {
        return taken.hashCode();
    }
}
