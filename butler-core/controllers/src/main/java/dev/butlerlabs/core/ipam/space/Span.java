package dev.butlerlabs.core.ipam.space;

/**
 * Consecutive positions in a space, counted from its first address. Immutable.
 *
 * @param from the first position
 * @param to the position behind the last
 */
public record Span(long from, long to) implements Comparable<Span> {
    public Span {
        if (from < 0 || to <= from) {
            throw new IllegalArgumentException("invalid span: " + from + " to " + to);
        }
    }

    public static Span of(long from, long length) {
        return new Span(from, from + length);
    }

    public long length() {
        return to - from;
    }

    public boolean overlaps(Span other) {
        return from < other.to && other.from < to;
    }

    public boolean contains(Span other) {
        return from <= other.from && other.to <= to;
    }

    @Override
    public int compareTo(Span other) {
        return from == other.from ? Long.compare(to, other.to) : Long.compare(from, other.from);
    }
}
