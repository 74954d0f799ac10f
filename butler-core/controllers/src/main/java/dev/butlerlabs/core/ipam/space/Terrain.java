package dev.butlerlabs.core.ipam.space;

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
public record Terrain(Network network, List<Span> open, List<Span> reserved) {
    public Terrain {
        Objects.requireNonNull(network, "network");
        open = List.copyOf(open);
        reserved = List.copyOf(reserved);
    }

    /**
     * Returns the windows, or the whole network if no window is given, without the reserved parts and without the network, broadcast and
     * router addresses.
     */
    public static Terrain of(Network network, List<Block> windows, List<Network> reserved) {
        Span whole = new Span(0, network.size());
        List<Span> kept = merged(reserved.stream()
                .flatMap(part -> clipped(network, new Block(part.first(), part.size())).stream())
                .toList());
        List<Span> open = windows.isEmpty()
                ? List.of(whole)
                : merged(windows.stream()
                        .flatMap(window -> clipped(network, window).stream())
                        .toList());
        List<Span> closed =
                merged(Stream.concat(kept.stream(), ends(network).stream()).toList());
        return new Terrain(network, without(open, closed), kept);
    }

    private static List<Span> ends(Network network) {
        Span first = Span.of(0, 1);
        if (network.hasRouterAddress()) {
            return List.of(first);
        }
        return network.hasNetworkAndBroadcast() ? List.of(first, Span.of(network.size() - 1, 1)) : List.of();
    }

    /** Returns the part of a block that is inside a network. */
    private static Optional<Span> clipped(Network network, Block block) {
        if (!block.first().isSameFamily(network.first())) {
            return Optional.empty();
        }
        long from = Math.max(block.first().minus(network.first()), 0);
        long to = Math.min(block.last().minus(network.first()), network.size() - 1) + 1;
        return from < to ? Optional.of(new Span(from, to)) : Optional.empty();
    }

    private static List<Span> merged(List<Span> spans) {
        List<Span> result = new ArrayList<>();
        for (Span span : spans.stream().sorted().toList()) {
            if (!result.isEmpty() && span.from() <= result.getLast().to()) {
                Span before = result.removeLast();
                result.add(new Span(before.from(), Math.max(before.to(), span.to())));
            } else {
                result.add(span);
            }
        }
        return result;
    }

    private static List<Span> without(List<Span> spans, List<Span> closed) {
        List<Span> result = new ArrayList<>();
        for (Span span : spans) {
            long from = span.from();
            for (Span gap : closed.stream().filter(span::overlaps).toList()) {
                if (from < gap.from()) {
                    result.add(new Span(from, gap.from()));
                }
                from = gap.to();
            }
            if (from < span.to()) {
                result.add(new Span(from, span.to()));
            }
        }
        return result;
    }

    /** Returns the number of allocatable addresses. */
    public long total() {
        return open.stream().mapToLong(Span::length).sum();
    }

    /** Returns the length of the largest allocatable range. */
    public long longest() {
        return open.stream().mapToLong(Span::length).max().orElse(0);
    }

    /** Returns the parts that are neither allocatable nor reserved. */
    public List<Span> unmanaged() {
        List<Span> known =
                merged(Stream.concat(open.stream(), reserved.stream()).toList());
        return without(List.of(new Span(0, network.size())), known);
    }

    public Block block(Span span) {
        return new Block(network.first().plus(span.from()), span.length());
    }

    /** Returns the position of a block; empty if a part of it is outside of the network. */
    public Optional<Span> span(Block block) {
        return clipped(network, block).filter(span -> span.length() == block.count());
    }

    /** Returns whether a whole span is allocatable. */
    public boolean isOpen(Span span) {
        return open.stream().anyMatch(part -> part.contains(span));
    }
}
