package dev.butlerlabs.core.ipam.space;

/**
 * Consecutive positions in a space, counted from its first address. Immutable.
 *
 * @param from the first position
 * @param to the position behind the last
 */
public record OffsetRange(long from, long to) implements Comparable<OffsetRange> {
    public OffsetRange {
        if (from < 0 || to <= from) {
            throw new IllegalArgumentException("invalid span: " + from + " to " + to);
        }
    }

    public static OffsetRange of(long from, long length) {
        return new OffsetRange(from, from + length);
    }

    public long length() {
        return to - from;
    }

    public boolean overlaps(OffsetRange other) {
        return from < other.to && other.from < to;
    }

    public boolean contains(OffsetRange other) {
        return from <= other.from && other.to <= to;
    }

    @Override
    public int compareTo(OffsetRange other) {
        return from == other.from ? Long.compare(to, other.to) : Long.compare(from, other.from);
    }
}
