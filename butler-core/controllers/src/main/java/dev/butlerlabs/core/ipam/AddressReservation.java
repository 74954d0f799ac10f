package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.net.IpRange;

/**
 * A range reserved for one version of an IPAllocation. Writing the status with that resourceVersion confirms the grant: the write succeeds
 * only once, and never after the IPAllocation has changed.
 *
 * @param uid of the IPAllocation
 * @param version its resourceVersion when the range was reserved
 */
record AddressReservation(String uid, String version, String name, IpRange block) {
    static AddressReservation to(AllocationClaim claim, IpRange block) {
        return new AddressReservation(claim.uid(), claim.version(), claim.name(), block);
    }

    /** Returns whether the grant can still be confirmed. */
    boolean isOutstanding(AllocationClaim claim) {
        return claim.uid().equals(uid) && claim.version().equals(version);
    }

    String line() {
        return String.join(
                " ", uid, version, name, block.first().toString(), block.last().toString());
    }

    static AddressReservation parse(String line) {
        String[] words = line.split(" ", -1);
        return new AddressReservation(words[0], words[1], words[2], IpRange.between(words[3], words[4]));
    }
}
