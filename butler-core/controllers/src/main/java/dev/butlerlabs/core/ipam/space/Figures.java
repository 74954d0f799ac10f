package dev.butlerlabs.core.ipam.space;

/**
 * A space in numbers.
 *
 * @param total addresses that may be shared out at all
 * @param free those of them nobody has
 * @param largest the longest run of free ones
 */
public record Figures(long total, long free, long largest) {
    public long taken() {
        return total - free;
    }

    /** How scattered the free addresses are: 0 when they are one run, near 100 when the longest run is a small part of them. */
    public int fragmentationPercent() {
        return free == 0 ? 0 : 100 - (int) (100.0 * largest / free);
    }

    /** How much of what may be shared out is taken. */
    public int usedPercent() {
        return total == 0 ? 100 : (int) (100.0 * taken() / total);
    }
}
