package dev.butlerlabs.core.ipam.elastic;

import dev.butlerlabs.core.ipam.space.SpaceStatistics;
import dev.butlerlabs.core.net.IpRange;
import java.util.Optional;

/** One change to the load balancer addresses of a tenant. */
public sealed interface PoolScalingAction {
    /** Change nothing. */
    record Stay(String why) implements PoolScalingAction {}

    /**
     * Request more addresses.
     *
     * @param beside the existing range to which the new one should be adjacent
     */
    record Grow(int count, Optional<IpRange> beside) implements PoolScalingAction {
        /** Returns how many to request at once if the free addresses are fragmented; the rest is requested next time. */
        public int together(SpaceStatistics pool) {
            return Math.clamp(pool.largest(), 1, count);
        }
    }

    /**
     * The maximum is reached and some Services have no address.
     *
     * @param missing the number of those Services
     */
    record Limited(int missing) implements PoolScalingAction {}

    /** Stop offering a range, so that no new Service uses it. */
    record Withdraw(AllocatedRange piece) implements PoolScalingAction {}

    /** Offer a withdrawn range again because it is needed. */
    record Restore(AllocatedRange piece) implements PoolScalingAction {}

    /** Release a range that is withdrawn and unused. */
    record GiveBack(AllocatedRange piece) implements PoolScalingAction {}
}
