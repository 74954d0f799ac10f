package dev.butlerlabs.core.ipam.elastic;

import dev.butlerlabs.core.ipam.space.Address;
import dev.butlerlabs.core.ipam.space.Block;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * What the Services of a tenant need.
 *
 * @param used the addresses they have, each once however many share it
 * @param waitingSince since when each Service waits that has none
 */
public record Need(Set<Address> used, List<Instant> waitingSince) {
    public Need {
        used = Set.copyOf(used);
        waitingSince = List.copyOf(waitingSince);
    }

    /** How many addresses would satisfy everybody now. */
    public int total() {
        return used.size() + waitingSince.size();
    }

    int waiting(Instant now, Duration patience) {
        Instant latest = now.minus(patience);
        return (int)
                waitingSince.stream().filter(since -> !since.isAfter(latest)).count();
    }

    /** Whether somebody has an address of a block. */
    public boolean isUsed(Block block) {
        return used(block, used) > 0;
    }

    /** How many of the addresses of a piece are in use. */
    static long used(Piece piece, Collection<Address> addresses) {
        return used(piece.block(), addresses);
    }

    private static long used(Block block, Collection<Address> addresses) {
        Address first = block.first();
        Address last = block.last();
        return addresses.stream()
                .filter(address -> address.isSameFamily(first))
                .filter(address -> address.compareTo(first) >= 0 && address.compareTo(last) <= 0)
                .count();
    }
}
