package dev.butlerlabs.core.bootstrap.plan;

import dev.butlerlabs.core.api.ClusterBootstrapSpec;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.NodeAddresses;
import dev.butlerlabs.core.api.MachineAddress;
import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.net.IpAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/** Assigns the addresses chosen by the operator to machines. Pure: the same input gives the same result. */
public record NodeAddressAssignment(NodeAddresses wish, Ipv4Range range) {
    public static Optional<NodeAddressAssignment> of(ClusterBootstrapSpec spec) {
        return Optional.ofNullable(spec.network().nodeAddresses())
                .map(wish -> new NodeAddressAssignment(wish, range(wish)));
    }

    private static Ipv4Range range(NodeAddresses wish) {
        return IpAddress.tryParseIpv4(wish.start())
                .flatMap(start -> IpAddress.tryParseIpv4(wish.end()).flatMap(end -> Ipv4Range.between(start, end)))
                .orElseThrow(() -> ButlerException.invalid(
                        "Invalid machine addresses.",
                        List.of(new InputProblem(
                                "spec.network.nodeAddresses",
                                "%s to %s is not a valid range".formatted(wish.start(), wish.end())))));
    }

    /**
     * Assigns an address to each machine, in their order from the first address on. A machine keeps its address and no other machine gets
     * it, so changing the number of machines moves none. Machines without a free address are absent.
     *
     * @param held the addresses that machines already have, by name
     */
    Map<String, String> choose(List<String> machines, Map<String, String> held) {
        Map<String, String> chosen = new HashMap<>();
        Set<String> taken = new HashSet<>(held.values());
        for (int i = 0; i < machines.size(); i++) {
            String machine = machines.get(i);
            long position = i;
            Optional.ofNullable(held.get(machine))
                    .or(() -> free(LongStream.of(position), taken))
                    .or(() -> free(LongStream.range(0, range.size()), taken))
                    .ifPresent(address -> {
                        chosen.put(machine, address);
                        taken.add(address);
                    });
        }
        return chosen;
    }

    private Optional<String> free(LongStream positions, Set<String> taken) {
        return positions
                .filter(position -> position < range.size())
                .mapToObj(position -> range.first().plus(position).toString())
                .filter(address -> !taken.contains(address))
                .findFirst();
    }

    /** Formats the range and how much of it is used. */
    public String room(int machines) {
        return "%s (%d of %d)".formatted(range, machines, range.size());
    }

    /** Returns an address with the network settings of the machine. */
    MachineAddress address(String ip) {
        String prefix = wish.subnet().substring(wish.subnet().indexOf('/'));
        return new MachineAddress(ip + prefix, wish.gateway(), wish.dnsServers());
    }
}
