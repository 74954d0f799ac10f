package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.ProviderNetwork.PoolReference;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The pool that a request should use.
 *
 * @param pool its name
 * @param count the number of addresses to request
 * @param roomy whether the range is free now; otherwise the pool is the first that is large enough
 */
record PoolSelector(String pool, int count, boolean roomy) {
    /**
     * Selects a pool by priority (the lowest number first, then in the given order), preferring a pool with enough free addresses. Growth
     * also accepts a pool that can provide a part of it; the rest is requested next time.
     *
     * @param pools the existing pools, by name; others are skipped
     * @return empty if no pool is large enough
     */
    static Optional<PoolSelector> among(TenantAddressRequest wish, List<PoolUsage> pools) {
        List<PoolUsage> ordered = wish.pools().stream()
                .sorted(Comparator.comparing(PoolSelector::priority))
                .flatMap(reference -> pools.stream().filter(pool -> pool.pool().equals(reference.name())))
                .toList();
        return ordered.stream()
                .map(pool -> new PoolSelector(pool.pool(), wanted(pool, wish), hasRoom(pool, wanted(pool, wish))))
                .filter(PoolSelector::roomy)
                .findFirst()
                .or(() -> some(wish, ordered))
                .or(() -> ordered.stream()
                        .filter(pool -> pool.shape().terrain().longest() >= wanted(pool, wish))
                        .findFirst()
                        .map(pool -> new PoolSelector(pool.pool(), wanted(pool, wish), false)));
    }

    private static int priority(PoolReference reference) {
        return Optional.ofNullable(reference.priority()).orElse(0);
    }

    private static int wanted(PoolUsage pool, TenantAddressRequest wish) {
        return wish.amount().from(pool.shape().usual(wish.purpose()));
    }

    private static boolean hasRoom(PoolUsage pool, int count) {
        return pool.space().bestFit(count).isPresent();
    }

    private static Optional<PoolSelector> some(TenantAddressRequest wish, List<PoolUsage> ordered) {
        return ordered.stream()
                .filter(pool -> wish.growth().isPresent())
                .filter(pool -> pool.space().figures().largest() > 0)
                .findFirst()
                .map(pool -> new PoolSelector(
                        pool.pool(), (int) Math.min(pool.space().figures().largest(), wanted(pool, wish)), true));
    }
}
