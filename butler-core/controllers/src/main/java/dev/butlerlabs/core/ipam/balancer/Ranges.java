package dev.butlerlabs.core.ipam.balancer;

import dev.butlerlabs.core.ipam.space.Block;
import dev.butlerlabs.core.ipam.space.Network;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Formats and parses addresses in MetalLB notation. */
final class Ranges {
    private Ranges() {}

    /** Returns {@code first-last} for each range in ascending order; adjacent blocks are merged. */
    static List<String> of(List<Block> blocks) {
        List<Block> merged = new ArrayList<>();
        for (Block block :
                blocks.stream().sorted(Comparator.comparing(Block::first)).toList()) {
            if (!merged.isEmpty() && isRightBehind(block, merged.getLast())) {
                Block before = merged.removeLast();
                merged.add(new Block(before.first(), before.count() + block.count()));
            } else {
                merged.add(block);
            }
        }
        return merged.stream().map(block -> block.first() + "-" + block.last()).toList();
    }

    private static boolean isRightBehind(Block block, Block before) {
        return block.first().isSameFamily(before.first()) && block.first().minus(before.last()) == 1;
    }

    /** Returns whether a range contains an address of a block. A range that cannot be parsed is assumed to. */
    static boolean overlap(List<String> ranges, Block block) {
        return ranges.stream().anyMatch(range -> overlaps(range, block));
    }

    private static boolean overlaps(String range, Block block) {
        try {
            return parse(range).overlaps(block);
        } catch (IllegalArgumentException e) {
            return true;
        }
    }

    private static Block parse(String range) {
        int dash = range.indexOf('-');
        if (dash >= 0) {
            return Block.between(
                    range.substring(0, dash).strip(), range.substring(dash + 1).strip());
        }
        Network network = Network.parse(range.strip());
        return new Block(network.first(), network.size());
    }
}
