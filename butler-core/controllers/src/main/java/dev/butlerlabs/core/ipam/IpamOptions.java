package dev.butlerlabs.core.ipam;

import java.time.Duration;
import java.util.Objects;

/**
 * How addresses are looked after.
 *
 * @param retention how long a released IPAllocation is kept for those who want to know who had an address
 * @param recheck between two looks at an IPAllocation that waits
 * @param resync between two looks at a pool and at an IPAllocation that has its addresses
 * @param batch how many IPAllocations are served by one write to the pool
 */
public record IpamOptions(Duration retention, Duration recheck, Duration resync, int batch) {
    public IpamOptions {
        Objects.requireNonNull(retention, "retention");
        Objects.requireNonNull(recheck, "recheck");
        Objects.requireNonNull(resync, "resync");
        if (batch < 1) {
            throw new IllegalArgumentException("batch must be at least 1");
        }
    }

    public static IpamOptions standard() {
        return new IpamOptions(Duration.ofDays(7), Duration.ofSeconds(10), Duration.ofMinutes(1), 128);
    }

    public IpamOptions withRetention(Duration changed) {
        return new IpamOptions(changed, recheck, resync, batch);
    }
}
