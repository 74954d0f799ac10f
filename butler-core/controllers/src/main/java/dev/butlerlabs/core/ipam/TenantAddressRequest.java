package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.IPAllocationSpec.Purpose;
import dev.butlerlabs.core.api.NamespacedReference;
import dev.butlerlabs.core.api.ProviderNetwork.PoolReference;
import dev.butlerlabs.core.net.IpRange;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The addresses that a tenant cluster requests. Immutable.
 *
 * @param uid of the TenantCluster, to distinguish it from a later cluster with the same name
 * @param team the team that owns the tenant cluster, if any
 * @param amount the number of addresses
 * @param pools the pools to use
 * @param growth identifies a request for additional addresses; empty for the initial request
 */
public record TenantAddressRequest(
        NamespacedReference tenant,
        String uid,
        Optional<String> team,
        Purpose purpose,
        Amount amount,
        List<PoolReference> pools,
        Optional<Growth> growth) {
    private static final int UID_LETTERS = 8;

    public TenantAddressRequest {
        Objects.requireNonNull(tenant, "tenant");
        Objects.requireNonNull(uid, "uid");
        Objects.requireNonNull(team, "team");
        Objects.requireNonNull(purpose, "purpose");
        Objects.requireNonNull(amount, "amount");
        pools = List.copyOf(pools);
        Objects.requireNonNull(growth, "growth");
    }

    /**
     * The number of addresses.
     *
     * @param count the requested number; empty for the default of the pool
     * @param least the minimum, even if the default of the pool is lower
     * @param most the maximum, even if more are requested
     */
    public record Amount(Optional<Integer> count, int least, Optional<Integer> most) {
        public Amount {
            Objects.requireNonNull(count, "count");
            Objects.requireNonNull(most, "most");
        }

        public static Amount of(int count) {
            return new Amount(Optional.of(count), 1, Optional.empty());
        }

        int from(int usual) {
            return Math.min(Math.max(count.orElse(usual), least), most.orElse(Integer.MAX_VALUE));
        }
    }

    /**
     * A request for addresses in addition to the initial ones.
     *
     * @param number identifies the request: two callers that use the same number request the same addresses
     * @param beside the existing range to which the new one should be adjacent
     */
    public record Growth(int number, Optional<IpRange> beside) {
        public Growth {
            Objects.requireNonNull(beside, "beside");
        }
    }

    /** Returns the name of the IPAllocation, which is the same for the same request. */
    public String allocationName() {
        return allocationName(tenant, uid, purpose)
                + growth.map(more -> "-" + more.number()).orElse("");
    }

    /**
     * The uid makes the name unique: the record of a deleted tenant is kept for the retention time, and a new tenant may have the same
     * name.
     */
    private static String allocationName(NamespacedReference tenant, String uid, Purpose purpose) {
        return "%s-%s-%s-%s"
                .formatted(
                        tenant.namespace(),
                        tenant.name(),
                        suffix(purpose),
                        uid.substring(0, Math.min(UID_LETTERS, uid.length())));
    }

    private static String suffix(Purpose purpose) {
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

    String role() {
        return growth.isPresent() ? TenantAddressAllocator.GROWTH : TenantAddressAllocator.INITIAL;
    }
}
