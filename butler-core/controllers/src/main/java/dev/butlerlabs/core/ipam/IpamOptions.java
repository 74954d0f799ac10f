package dev.butlerlabs.core.ipam;

import java.time.Duration;
import java.util.Objects;

/**
 * The settings of the IPAM controllers.
 *
 * @param retention how long a released IPAllocation is kept as a record
 * @param recheck the interval at which a waiting IPAllocation is reconciled
 * @param resync the interval at which a pool, or an IPAllocation with addresses, is reconciled
 * @param batch the maximum number of IPAllocations served with one write to the pool
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
