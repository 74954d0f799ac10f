package dev.butlerlabs.core.ipam.elastic;

import dev.butlerlabs.core.net.IpAddress;
import dev.butlerlabs.core.net.IpRange;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * The demand of a tenant's LoadBalancer Services.
 *
 * @param used the addresses in use; a shared address counts once
 * @param waitingSince for each Service without an address, since when it waits
 */
public record AddressDemand(Set<IpAddress> used, List<Instant> waitingSince) {
    public AddressDemand {
        used = Set.copyOf(used);
        waitingSince = List.copyOf(waitingSince);
    }

    /** Returns the number of addresses that would serve all Services now. */
    public int total() {
        return used.size() + waitingSince.size();
    }

    int waiting(Instant now, Duration patience) {
        Instant latest = now.minus(patience);
        return (int)
                waitingSince.stream().filter(since -> !since.isAfter(latest)).count();
    }

    /** Returns whether an address of a block is in use. */
    public boolean isUsed(IpRange block) {
        return used(block, used) > 0;
    }

    /** Returns how many addresses of a range are in use. */
    static long used(AllocatedRange piece, Collection<IpAddress> addresses) {
        return used(piece.block(), addresses);
    }

    private static long used(IpRange block, Collection<IpAddress> addresses) {
        IpAddress first = block.first();
        IpAddress last = block.last();
        return addresses.stream()
                .filter(address -> address.isSameFamily(first))
                .filter(address -> address.compareTo(first) >= 0 && address.compareTo(last) <= 0)
                .count();
    }
}
