package dev.butlerlabs.core.ipam.balancer;

import dev.butlerlabs.core.ipam.space.AddressBlock;
import dev.butlerlabs.core.ipam.space.CidrNetwork;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Formats and parses addresses in MetalLB notation. */
final class MetalLbRangeFormat {
    private MetalLbRangeFormat() {}

    /** Returns {@code first-last} for each range in ascending order; adjacent blocks are merged. */
    static List<String> of(List<AddressBlock> blocks) {
        List<AddressBlock> merged = new ArrayList<>();
        for (AddressBlock block : blocks.stream()
                .sorted(Comparator.comparing(AddressBlock::first))
                .toList()) {
            if (!merged.isEmpty() && isRightBehind(block, merged.getLast())) {
                AddressBlock before = merged.removeLast();
                merged.add(new AddressBlock(before.first(), before.count() + block.count()));
            } else {
                merged.add(block);
            }
        }
        return merged.stream().map(block -> block.first() + "-" + block.last()).toList();
    }

    private static boolean isRightBehind(AddressBlock block, AddressBlock before) {
        return block.first().isSameFamily(before.first()) && block.first().minus(before.last()) == 1;
    }

    /** Returns whether a range contains an address of a block. A range that cannot be parsed is assumed to. */
    static boolean overlap(List<String> ranges, AddressBlock block) {
        return ranges.stream().anyMatch(range -> overlaps(range, block));
    }

    private static boolean overlaps(String range, AddressBlock block) {
        try {
            return parse(range).overlaps(block);
        } catch (IllegalArgumentException e) {
            return true;
        }
    }

    private static AddressBlock parse(String range) {
        int dash = range.indexOf('-');
        if (dash >= 0) {
            return AddressBlock.between(
                    range.substring(0, dash).strip(), range.substring(dash + 1).strip());
        }
        CidrNetwork network = CidrNetwork.parse(range.strip());
        return new AddressBlock(network.first(), network.size());
    }
}
