package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.ProviderNetwork.PoolReference;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The pool somebody should ask.
 *
 * @param pool its name
 * @param count how many to ask for there
 * @param roomy whether it has room now; else it is the first that could have some day
 */
record PoolChoice(String pool, int count, boolean roomy) {
    /**
     * Chooses: by priority, the lower number first, those alike in their order; one that has room before any that has not. For
     * growth a pool will do that has room for some of it: the rest is asked for next time.
     *
     * @param pools those that exist, by name; others are passed over
     * @return empty when none of them can ever give as many
     */
    static Optional<PoolChoice> among(TenantWish wish, List<PoolUsage> pools) {
        List<PoolUsage> ordered = wish.pools().stream()
                .sorted(Comparator.comparing(PoolChoice::priority))
                .flatMap(reference -> pools.stream().filter(pool -> pool.pool().equals(reference.name())))
                .toList();
        return ordered.stream()
                .map(pool -> new PoolChoice(pool.pool(), wanted(pool, wish), hasRoom(pool, wanted(pool, wish))))
                .filter(PoolChoice::roomy)
                .findFirst()
                .or(() -> some(wish, ordered))
                .or(() -> ordered.stream()
                        .filter(pool -> pool.shape().terrain().longest() >= wanted(pool, wish))
                        .findFirst()
                        .map(pool -> new PoolChoice(pool.pool(), wanted(pool, wish), false)));
    }

    private static int priority(PoolReference reference) {
        return Optional.ofNullable(reference.priority()).orElse(0);
    }

    private static int wanted(PoolUsage pool, TenantWish wish) {
        return wish.amount().from(pool.shape().usual(wish.purpose()));
    }

    private static boolean hasRoom(PoolUsage pool, int count) {
        return pool.space().bestFit(count).isPresent();
    }

    private static Optional<PoolChoice> some(TenantWish wish, List<PoolUsage> ordered) {
        return ordered.stream()
                .filter(pool -> wish.growth().isPresent())
                .filter(pool -> pool.space().figures().largest() > 0)
                .findFirst()
                .map(pool -> new PoolChoice(
                        pool.pool(), (int) Math.min(pool.space().figures().largest(), wanted(pool, wish)), true));
    }
}
