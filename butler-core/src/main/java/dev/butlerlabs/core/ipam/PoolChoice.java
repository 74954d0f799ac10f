package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.IPAllocationSpec.Purpose;
import dev.butlerlabs.core.api.ProviderNetwork.PoolReference;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The pool somebody should ask.
 *
 * @param pool its name
 * @param roomy whether it has room now; else it is the first that could have some day
 */
record PoolChoice(String pool, boolean roomy) {
    /**
     * Chooses: by priority, the lower number first, those alike in their order; one that has room before any that has not.
     *
     * @param pools those that exist, by name; others are passed over
     * @return empty when none of them can ever give as many
     */
    static Optional<PoolChoice> among(
            List<PoolReference> references, List<PoolUsage> pools, Purpose purpose, Optional<Integer> count) {
        List<PoolUsage> ordered = references.stream()
                .sorted(Comparator.comparing(
                        reference -> Optional.ofNullable(reference.priority()).orElse(0)))
                .flatMap(reference -> pools.stream().filter(pool -> pool.pool().equals(reference.name())))
                .toList();
        Optional<PoolChoice> roomy = ordered.stream()
                .filter(pool ->
                        pool.space().bestFit(wanted(pool, purpose, count)).isPresent())
                .findFirst()
                .map(pool -> new PoolChoice(pool.pool(), true));
        return roomy.or(() -> ordered.stream()
                .filter(pool -> pool.shape().terrain().longest() >= wanted(pool, purpose, count))
                .findFirst()
                .map(pool -> new PoolChoice(pool.pool(), false)));
    }

    private static long wanted(PoolUsage pool, Purpose purpose, Optional<Integer> count) {
        return count.orElseGet(() -> pool.shape().usual(purpose));
    }
}
