package dev.butlerlabs.core.ipam.space;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A simulation of whether several ranges fit into a space, and where. Changes nothing.
 *
 * @param places the span for each requested range, in the order of the requests; empty if it does not fit
 * @param reordered whether they fit only if the largest is allocated first
 * @param after the space with all ranges that fit
 */
public record AllocationDryRun(List<Optional<OffsetRange>> places, boolean reordered, AddressSpace after) {
    public AllocationDryRun {
        places = List.copyOf(places);
    }

    /** Tries the requests in their order, as they would be served; if that fails, the largest first. */
    public static AllocationDryRun of(AddressSpace space, List<Long> lengths) {
        List<Integer> given = IntStream.range(0, lengths.size()).boxed().toList();
        AllocationDryRun first = tried(space, lengths, given, false);
        if (first.fits()) {
            return first;
        }
        List<Integer> largestFirst = given.stream()
                .sorted(Comparator.comparing((Integer index) -> lengths.get(index))
                        .reversed())
                .toList();
        AllocationDryRun second = tried(space, lengths, largestFirst, true);
        return second.fits() ? second : first;
    }

    private static AllocationDryRun tried(
            AddressSpace space, List<Long> lengths, List<Integer> order, boolean reordered) {
        List<Optional<OffsetRange>> places = new ArrayList<>(
                lengths.stream().map(length -> Optional.<OffsetRange>empty()).toList());
        AddressSpace now = space;
        for (int index : order) {
            Optional<OffsetRange> place = now.bestFit(lengths.get(index));
            places.set(index, place);
            now = place.isPresent() ? now.take(place.get()) : now;
        }
        return new AllocationDryRun(places, reordered, now);
    }

    /** Returns whether all ranges fit. */
    public boolean fits() {
        return places.stream().allMatch(Optional::isPresent);
    }
}
