package dev.butlerlabs.core.ipam.elastic;

import dev.butlerlabs.core.ipam.space.Address;
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

    /** How many of the addresses of a piece are in use. */
    static long used(Piece piece, Collection<Address> addresses) {
        Address first = piece.block().first();
        Address last = piece.block().last();
        return addresses.stream()
                .filter(address -> address.compareTo(first) >= 0 && address.compareTo(last) <= 0)
                .count();
    }
}
