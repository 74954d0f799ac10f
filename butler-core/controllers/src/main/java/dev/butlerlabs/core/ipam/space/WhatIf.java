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
public record WhatIf(List<Optional<Span>> places, boolean reordered, Space after) {
    public WhatIf {
        places = List.copyOf(places);
    }

    /** Tries the requests in their order, as they would be served; if that fails, the largest first. */
    public static WhatIf of(Space space, List<Long> lengths) {
        List<Integer> given = IntStream.range(0, lengths.size()).boxed().toList();
        WhatIf first = tried(space, lengths, given, false);
        if (first.fits()) {
            return first;
        }
        List<Integer> largestFirst = given.stream()
                .sorted(Comparator.comparing((Integer index) -> lengths.get(index))
                        .reversed())
                .toList();
        WhatIf second = tried(space, lengths, largestFirst, true);
        return second.fits() ? second : first;
    }

    private static WhatIf tried(Space space, List<Long> lengths, List<Integer> order, boolean reordered) {
        List<Optional<Span>> places = new ArrayList<>(
                lengths.stream().map(length -> Optional.<Span>empty()).toList());
        Space now = space;
        for (int index : order) {
            Optional<Span> place = now.bestFit(lengths.get(index));
            places.set(index, place);
            now = place.isPresent() ? now.take(place.get()) : now;
        }
        return new WhatIf(places, reordered, now);
    }

    /** Returns whether all ranges fit. */
    public boolean fits() {
        return places.stream().allMatch(Optional::isPresent);
    }
}
