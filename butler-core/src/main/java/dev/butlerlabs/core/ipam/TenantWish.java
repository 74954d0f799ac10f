package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.IPAllocationSpec.Purpose;
import dev.butlerlabs.core.api.NamespacedReference;
import dev.butlerlabs.core.api.ProviderNetwork.PoolReference;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Addresses a tenant cluster wants.
 *
 * @param uid of the TenantCluster, so that one of the same name that comes later is not taken for it
 * @param team whose tenant it is, when it is a team's
 * @param count how many; what the pool gives by default when empty
 * @param pools where to ask
 */
public record TenantWish(
        NamespacedReference tenant,
        String uid,
        Optional<String> team,
        Purpose purpose,
        Optional<Integer> count,
        List<PoolReference> pools) {
    private static final int UID_LETTERS = 8;

    public TenantWish {
        Objects.requireNonNull(tenant, "tenant");
        Objects.requireNonNull(uid, "uid");
        Objects.requireNonNull(team, "team");
        Objects.requireNonNull(purpose, "purpose");
        Objects.requireNonNull(count, "count");
        pools = List.copyOf(pools);
    }

    /** The record of a tenant that is gone keeps its name for a while, so a name alone would not do. */
    String allocationName() {
        return "%s-%s-%s-%s"
                .formatted(
                        tenant.namespace(),
                        tenant.name(),
                        suffix(),
                        uid.substring(0, Math.min(UID_LETTERS, uid.length())));
    }

    private String suffix() {
        return switch (purpose) {
            case NODES -> "nodes";
            case LOADBALANCER -> "lb";
        };
    }

    String type() {
        return switch (purpose) {
            case NODES -> "nodes";
            case LOADBALANCER -> "loadbalancer";
        };
    }
}
