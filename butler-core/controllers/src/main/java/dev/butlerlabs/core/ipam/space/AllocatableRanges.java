package dev.butlerlabs.core.ipam.space;

import dev.butlerlabs.core.net.CidrBlock;
import dev.butlerlabs.core.net.IpRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The allocatable ranges of a network, regardless of what is allocated. Immutable.
 *
 * @param network the network; positions are counted from its first address
 * @param open the allocatable parts, sorted and disjoint
 * @param reserved the reserved parts, sorted and disjoint
 */
public record AllocatableRanges(CidrBlock network, List<OffsetRange> open, List<OffsetRange> reserved) {
    public AllocatableRanges {
        Objects.requireNonNull(network, "network");
        open = List.copyOf(open);
        reserved = List.copyOf(reserved);
    }

    /**
     * Returns the windows, or the whole network if no window is given, without the reserved parts and without the network, broadcast and
     * router addresses.
     */
    public static AllocatableRanges of(CidrBlock network, List<IpRange> windows, List<CidrBlock> reserved) {
        OffsetRange whole = new OffsetRange(0, network.size());
        List<OffsetRange> kept = merged(reserved.stream()
                .flatMap(part -> clipped(network, part.range()).stream())
                .toList());
        List<OffsetRange> open = windows.isEmpty()
                ? List.of(whole)
                : merged(windows.stream()
                        .flatMap(window -> clipped(network, window).stream())
                        .toList());
        List<OffsetRange> closed =
                merged(Stream.concat(kept.stream(), ends(network).stream()).toList());
        return new AllocatableRanges(network, without(open, closed), kept);
    }

    private static List<OffsetRange> ends(CidrBlock network) {
        OffsetRange first = OffsetRange.of(0, 1);
        if (network.hasRouterAddress()) {
            return List.of(first);
        }
        return network.hasNetworkAndBroadcast() ? List.of(first, OffsetRange.of(network.size() - 1, 1)) : List.of();
    }

    /** Returns the part of a block that is inside a network. */
    private static Optional<OffsetRange> clipped(CidrBlock network, IpRange block) {
        if (!block.first().isSameFamily(network.first())) {
            return Optional.empty();
        }
        long from = Math.max(block.first().minus(network.first()), 0);
        long to = Math.min(block.last().minus(network.first()), network.size() - 1) + 1;
        return from < to ? Optional.of(new OffsetRange(from, to)) : Optional.empty();
    }

    private static List<OffsetRange> merged(List<OffsetRange> spans) {
        List<OffsetRange> result = new ArrayList<>();
        for (OffsetRange span : spans.stream().sorted().toList()) {
            if (!result.isEmpty() && span.from() <= result.getLast().to()) {
                OffsetRange before = result.removeLast();
                result.add(new OffsetRange(before.from(), Math.max(before.to(), span.to())));
            } else {
                result.add(span);
            }
        }
        return result;
    }

    private static List<OffsetRange> without(List<OffsetRange> spans, List<OffsetRange> closed) {
        List<OffsetRange> result = new ArrayList<>();
        for (OffsetRange span : spans) {
            long from = span.from();
            for (OffsetRange gap : closed.stream().filter(span::overlaps).toList()) {
                if (from < gap.from()) {
                    result.add(new OffsetRange(from, gap.from()));
                }
                from = gap.to();
            }
            if (from < span.to()) {
                result.add(new OffsetRange(from, span.to()));
            }
        }
        return result;
    }

    /** Returns the number of allocatable addresses. */
    public long total() {
        return open.stream().mapToLong(OffsetRange::length).sum();
    }

    /** Returns the length of the largest allocatable range. */
    public long longest() {
        return open.stream().mapToLong(OffsetRange::length).max().orElse(0);
    }

    /** Returns the parts that are neither allocatable nor reserved. */
    public List<OffsetRange> unmanaged() {
        List<OffsetRange> known =
                merged(Stream.concat(open.stream(), reserved.stream()).toList());
        return without(List.of(new OffsetRange(0, network.size())), known);
    }

    public IpRange block(OffsetRange span) {
        return new IpRange(network.first().plus(span.from()), span.length());
    }

    /** Returns the position of a block; empty if a part of it is outside of the network. */
    public Optional<OffsetRange> span(IpRange block) {
        return clipped(network, block).filter(span -> span.length() == block.count());
    }

    /** Returns whether a whole span is allocatable. */
    public boolean isOpen(OffsetRange span) {
        return open.stream().anyMatch(part -> part.contains(span));
    }
}
