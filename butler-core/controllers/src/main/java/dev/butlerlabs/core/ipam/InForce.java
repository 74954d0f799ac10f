package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.NetworkPoolSpec;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.Problem;
import dev.butlerlabs.core.ipam.space.Block;
import dev.butlerlabs.core.ipam.space.Terrain;
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
record InForce(PoolShape shape, NetworkPoolSpec spec, Optional<String> refusal) {
    private static final int MOST_NAMED = 5;

    /**
     * Determines the effective spec.
     *
     * @param held the allocated ranges
     * @throws ButlerException if the spec is invalid and no previous one exists
     */
    static InForce of(NetworkPoolSpec written, Optional<NetworkPoolSpec> accepted, List<Block> held) {
        PoolShape shape;
        try {
            shape = PoolShape.of(written);
        } catch (ButlerException e) {
            NetworkPoolSpec before = accepted.orElseThrow(() -> e);
            return new InForce(PoolShape.of(before), before, Optional.of(sentence(e)));
        }
        List<Block> lost = lost(held, accepted.map(PoolShape::of), shape);
        if (lost.isEmpty()) {
            return new InForce(shape, written, Optional.empty());
        }
        Optional<String> refusal = Optional.of(("The new spec is not applied because it excludes allocated addresses:"
                        + " %s. Release them, or widen the pool.")
                .formatted(named(lost)));
        return accepted.map(before -> new InForce(PoolShape.of(before), before, refusal))
                .orElseGet(() -> new InForce(shape, written, refusal));
    }

    private static List<Block> lost(List<Block> held, Optional<PoolShape> before, PoolShape after) {
        return held.stream()
                .filter(block ->
                        before.map(shape -> isOpen(shape.terrain(), block)).orElse(true))
                .filter(block -> !isOpen(after.terrain(), block))
                .toList();
    }

    private static boolean isOpen(Terrain terrain, Block block) {
        return terrain.span(block).filter(terrain::isOpen).isPresent();
    }

    private static String named(List<Block> lost) {
        String first = lost.stream().limit(MOST_NAMED).map(Block::toString).collect(Collectors.joining(", "));
        return lost.size() <= MOST_NAMED ? first : "%s and %d more".formatted(first, lost.size() - MOST_NAMED);
    }

    static String sentence(ButlerException failure) {
        return failure.getMessage() + " "
                + failure.problems().stream().map(Problem::toString).collect(Collectors.joining("; "));
    }
}
