package dev.butlerlabs.core.ipam.balancer;

import dev.butlerlabs.core.net.IpRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Formats and parses addresses in MetalLB notation. */
final class MetalLbRangeFormat {
    private MetalLbRangeFormat() {}

    /** Returns {@code first-last} for each range in ascending order; adjacent blocks are merged. */
    static List<String> of(List<IpRange> blocks) {
        List<IpRange> merged = new ArrayList<>();
        for (IpRange block :
                blocks.stream().sorted(Comparator.comparing(IpRange::first)).toList()) {
            if (!merged.isEmpty() && isRightBehind(block, merged.getLast())) {
                IpRange before = merged.removeLast();
                merged.add(new IpRange(before.first(), before.count() + block.count()));
            } else {
                merged.add(block);
            }
        }
        return merged.stream().map(block -> block.first() + "-" + block.last()).toList();
    }

    private static boolean isRightBehind(IpRange block, IpRange before) {
        return block.first().isSameFamily(before.first()) && block.first().minus(before.last()) == 1;
    }

    /** Returns whether a range contains an address of a block. A range that cannot be parsed is assumed to. */
    static boolean overlap(List<String> ranges, IpRange block) {
        return ranges.stream().anyMatch(range -> overlaps(range, block));
    }

    private static boolean overlaps(String range, IpRange block) {
        try {
            return IpRange.parse(range).overlaps(block);
        } catch (IllegalArgumentException e) {
            return true;
        }
    }
}
