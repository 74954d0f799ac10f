package dev.butlerlabs.core.ipam.space;

/**
 * Statistics of an address space.
 *
 * @param total the number of allocatable addresses
 * @param free the number of free addresses
 * @param largest the size of the largest free range
 */
public record SpaceStatistics(long total, long free, long largest) {
    public long taken() {
        return total - free;
    }

    /** Returns the fragmentation: 0 if the free addresses are one range, near 100 if the largest range is a small part of them. */
    public int fragmentationPercent() {
        return free == 0 ? 0 : 100 - (int) (100.0 * largest / free);
    }

    /** Returns the percentage of allocatable addresses that are allocated. */
    public int usedPercent() {
        return total == 0 ? 100 : (int) (100.0 * taken() / total);
    }
}
