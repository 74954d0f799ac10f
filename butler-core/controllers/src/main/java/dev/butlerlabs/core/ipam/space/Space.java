package dev.butlerlabs.core.ipam.space;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Who has what, as an immutable snapshot: a bitmap says of each place whether it is taken, a tree of the free runs finds the one that
 * fits best. A change costs what the logarithm of the runs costs, whatever the size of the space, and leaves the snapshot before
 * it as it was.
 */
public final class Space {
    private final Terrain terrain;
    private final Bits taken;
    private final FreeRuns runs;
    private final long free;

    private Space(Terrain terrain, Bits taken, FreeRuns runs, long free) {
        this.terrain = terrain;
        this.taken = taken;
        this.runs = runs;
        this.free = free;
    }

    public static Space of(Terrain terrain) {
        Space space = new Space(terrain, Bits.allSet(terrain.network().size()), FreeRuns.NONE, 0);
        for (Span part : terrain.open()) {
            space = space.opened(part);
        }
        return space;
    }

    private Space opened(Span part) {
        return new Space(terrain, taken.with(part, false), runs.with(part), free + part.length());
    }

    public Terrain terrain() {
        return terrain;
    }

    /** Where so many consecutive addresses fit best: at the beginning of the shortest run that has room, of those alike the first. */
    public Optional<Span> bestFit(long length) {
        return runs.shortest(length).map(run -> Span.of(run.from(), length));
    }

    /** Where so many fit right behind or right before a span, so that both make one block. */
    public Optional<Span> beside(Span span, long length) {
        return Stream.of(span.to(), span.from() - length)
                .filter(from -> from >= 0)
                .map(from -> Span.of(from, length))
                .filter(this::isFree)
                .findFirst();
    }

    public boolean isFree(Span span) {
        return span.to() <= terrain.network().size() && taken.count(span) == 0;
    }

    /**
     * The space with a span taken.
     *
     * @throws IllegalArgumentException when not all of it is free
     */
    public Space take(Span span) {
        if (!isFree(span)) {
            throw new IllegalArgumentException("not free: " + terrain.block(span));
        }
        return cut(span);
    }

    /** The space with whatever of a span is still free taken too. */
    public Space occupy(Span span) {
        Space space = this;
        long from = taken.next(span.from(), false);
        while (from >= 0 && from < span.to()) {
            long to = Math.min(endOfRun(from), span.to());
            space = space.cut(new Span(from, to));
            from = taken.next(to, false);
        }
        return space;
    }

    private Space cut(Span span) {
        Span run = new Span(taken.previous(span.from(), true) + 1, endOfRun(span.from()));
        FreeRuns left = runs.without(run);
        if (run.from() < span.from()) {
            left = left.with(new Span(run.from(), span.from()));
        }
        if (span.to() < run.to()) {
            left = left.with(new Span(span.to(), run.to()));
        }
        return new Space(terrain, taken.with(span, true), left, free - span.length());
    }

    /**
     * The space with a span given back.
     *
     * @throws IllegalArgumentException when not all of it is taken, or it was never to be shared out
     */
    public Space give(Span span) {
        if (!terrain.isOpen(span) || taken.count(span) != span.length()) {
            throw new IllegalArgumentException("not taken: " + terrain.block(span));
        }
        long from = taken.previous(span.from() - 1, true) + 1;
        long to = endOfRun(span.to());
        FreeRuns more = runs;
        if (from < span.from()) {
            more = more.without(new Span(from, span.from()));
        }
        if (span.to() < to) {
            more = more.without(new Span(span.to(), to));
        }
        return new Space(terrain, taken.with(span, false), more.with(new Span(from, to)), free + span.length());
    }

    /** The end of the free run a place belongs to; the place itself when it is taken. */
    private long endOfRun(long place) {
        long end = taken.next(place, true);
        return end < 0 ? terrain.network().size() : end;
    }

    /**
     * The span of a length with the fewest takers: where that many addresses come together soonest.
     *
     * @param taken how many of its places have to be given back first
     */
    public record Prospect(Span span, long taken) {}

    /** Empty when the length never fits, whoever gives back what. */
    public Optional<Prospect> prospect(long length) {
        List<Span> candidates = new ArrayList<>();
        for (Span part : terrain.open()) {
            if (part.length() >= length) {
                candidates.add(Span.of(part.from(), length));
                candidates.add(Span.of(part.to() - length, length));
            }
        }
        // Moving a span towards the beginning of a free run never adds a taker, so no other place can be better.
        runs.forEach(run -> candidates.add(Span.of(run.from(), length)));
        return candidates.stream()
                .filter(terrain::isOpen)
                .map(span -> new Prospect(span, taken.count(span)))
                .min(Comparator.comparingLong(Prospect::taken)
                        .thenComparingLong(prospect -> prospect.span().from()));
    }

    /** How many places of a span somebody has. */
    public long taken(Span span) {
        return taken.count(span);
    }

    public Figures figures() {
        long largest = runs.longest().map(Span::length).orElse(0L);
        return new Figures(terrain.total(), free, largest);
    }

    /** The longest free runs, at most so many. */
    public List<Span> longestRuns(int most) {
        List<Span> result = new ArrayList<>();
        runs.forEach(run -> {
            if (result.size() < most) {
                result.add(run);
            }
        });
        return result;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Space space && terrain.equals(space.terrain) && taken.equals(space.taken);
    }

    @Override
    public int hashCode() {
        return taken.hashCode();
    }
}
