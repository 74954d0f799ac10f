package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.NetworkPoolSpec;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.ipam.space.AllocatableRanges;
import dev.butlerlabs.core.net.IpRange;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The spec of a pool that is applied. A spec that is invalid or would exclude allocated addresses is rejected, and the previous one stays
 * in effect.
 *
 * @param spec the spec from which the shape was read
 * @param refusal why the current spec of the object is rejected; empty if it is applied
 */
record AcceptedPoolSpec(PoolSpecReader shape, NetworkPoolSpec spec, Optional<String> refusal) {
    private static final int MOST_NAMED = 5;

    /**
     * Determines the effective spec.
     *
     * @param held the allocated ranges
     * @throws ButlerException if the spec is invalid and no previous one exists
     */
    static AcceptedPoolSpec of(NetworkPoolSpec written, Optional<NetworkPoolSpec> accepted, List<IpRange> held) {
        PoolSpecReader shape;
        try {
            shape = PoolSpecReader.of(written);
        } catch (ButlerException e) {
            NetworkPoolSpec before = accepted.orElseThrow(() -> e);
            return new AcceptedPoolSpec(PoolSpecReader.of(before), before, Optional.of(sentence(e)));
        }
        List<IpRange> lost = lost(held, accepted.map(PoolSpecReader::of), shape);
        if (lost.isEmpty()) {
            return new AcceptedPoolSpec(shape, written, Optional.empty());
        }
        Optional<String> refusal = Optional.of(("The new spec is not applied because it excludes allocated addresses:"
                        + " %s. Release them, or widen the pool.")
                .formatted(named(lost)));
        return accepted.map(before -> new AcceptedPoolSpec(PoolSpecReader.of(before), before, refusal))
                .orElseGet(() -> new AcceptedPoolSpec(shape, written, refusal));
    }

    private static List<IpRange> lost(List<IpRange> held, Optional<PoolSpecReader> before, PoolSpecReader after) {
        return held.stream()
                .filter(block ->
                        before.map(shape -> isOpen(shape.terrain(), block)).orElse(true))
                .filter(block -> !isOpen(after.terrain(), block))
                .toList();
    }

    private static boolean isOpen(AllocatableRanges terrain, IpRange block) {
        return terrain.span(block).filter(terrain::isOpen).isPresent();
    }

    private static String named(List<IpRange> lost) {
        String first = lost.stream().limit(MOST_NAMED).map(IpRange::toString).collect(Collectors.joining(", "));
        return lost.size() <= MOST_NAMED ? first : "%s and %d more".formatted(first, lost.size() - MOST_NAMED);
    }

    static String sentence(ButlerException failure) {
        return failure.getMessage() + " "
                + failure.problems().stream().map(InputProblem::toString).collect(Collectors.joining("; "));
    }
}
