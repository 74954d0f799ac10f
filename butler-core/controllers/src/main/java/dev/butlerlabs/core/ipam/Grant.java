package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.ipam.space.Block;

/**
 * Addresses promised to an IPAllocation as it was at one moment. The promise is kept by a write that names that moment's version:
 * it takes effect at most once, and never after the IPAllocation has changed in any way.
 *
 * @param uid of the IPAllocation
 * @param version its resourceVersion when the promise was made
 */
record Grant(String uid, String version, String name, Block block) {
    static Grant to(Claim claim, Block block) {
        return new Grant(claim.uid(), claim.version(), claim.name(), block);
    }

    /** Whether the promise may still take effect. */
    boolean isOutstanding(Claim claim) {
        return claim.uid().equals(uid) && claim.version().equals(version);
    }

    String line() {
        return String.join(
                " ", uid, version, name, block.first().toString(), block.last().toString());
    }

    static Grant parse(String line) {
        String[] words = line.split(" ", -1);
        return new Grant(words[0], words[1], words[2], Block.between(words[3], words[4]));
    }
}
