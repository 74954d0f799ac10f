package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.ipam.TenantAddressAllocator.Answer;
import dev.butlerlabs.core.net.IpRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Requests more node addresses for a tenant cluster that has more workers than addresses. Ranges are not returned before the cluster is
 * deleted, since its nodes may use them. Idempotent.
 */
public final class NodeRangeExtender {
    private final TenantAddressAllocator allocator;

    public NodeRangeExtender(TenantAddressAllocator allocator) {
        this.allocator = allocator;
    }

    /**
     * The node addresses of a tenant cluster.
     *
     * @param ranges the initial range and the later ones
     * @param shortage why there are not enough addresses for all workers; empty if there are
     */
    public record NodeRanges(List<IpRange> ranges, Optional<String> shortage) {
        public NodeRanges {
            ranges = List.copyOf(ranges);
            Objects.requireNonNull(shortage, "shortage");
        }
    }

    /** Returns the ranges of a cluster, and requests another one if they are too few for its workers. */
    public NodeRanges extend(TenantAddressDefaults amounts, IpRange initial) {
        List<IpRange> ranges = new ArrayList<>(List.of(initial));
        for (int number = 1; ; number++) {
            long missing = amounts.neededNodes() - count(ranges);
            Optional<Answer> answer = next(amounts, missing, number, ranges.getLast());
            if (!(answer.orElse(null) instanceof Answer.Granted granted)) {
                return new NodeRanges(ranges, answer.filter(some -> missing > 0).map(NodeRangeExtender::message));
            }
            ranges.add(granted.block());
        }
    }

    private Optional<Answer> next(TenantAddressDefaults amounts, long missing, int number, IpRange last) {
        TenantAddressRequest request = amounts.nodeGrowth(
                (int) Math.max(missing, 1), new TenantAddressRequest.Growth(number, Optional.of(last)));
        Optional<Answer> made = allocator.state(request);
        return made.isPresent() || missing <= 0 ? made : Optional.of(allocator.provide(request));
    }

    private static long count(List<IpRange> ranges) {
        return ranges.stream().mapToLong(IpRange::count).sum();
    }

    private static String message(Answer answer) {
        return switch (answer) {
            case Answer.Granted granted -> "";
            case Answer.Waiting waiting -> waiting.message();
            case Answer.Refused refused -> refused.message();
        };
    }
}
