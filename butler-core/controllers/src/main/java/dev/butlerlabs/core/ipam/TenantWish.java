package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.IPAllocationSpec.Purpose;
import dev.butlerlabs.core.api.NamespacedReference;
import dev.butlerlabs.core.api.ProviderNetwork.PoolReference;
import dev.butlerlabs.core.ipam.space.Block;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Addresses a tenant cluster wants.
 *
 * @param uid of the TenantCluster, so that one of the same name that comes later is not taken for it
 * @param team whose tenant it is, when it is a team's
 * @param amount how many
 * @param pools where to ask
 * @param growth what more is wanted than the tenant began with; empty for what it begins with
 */
public record TenantWish(
        NamespacedReference tenant,
        String uid,
        Optional<String> team,
        Purpose purpose,
        Amount amount,
        List<PoolReference> pools,
        Optional<Growth> growth) {
    private static final int UID_LETTERS = 8;

    public TenantWish {
        Objects.requireNonNull(tenant, "tenant");
        Objects.requireNonNull(uid, "uid");
        Objects.requireNonNull(team, "team");
        Objects.requireNonNull(purpose, "purpose");
        Objects.requireNonNull(amount, "amount");
        pools = List.copyOf(pools);
        Objects.requireNonNull(growth, "growth");
    }

    /**
     * How many.
     *
     * @param count what the pool gives by default when empty
     * @param least not fewer than this, whatever the pool gives by default
     * @param most not more than this, whatever is asked for
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
     * More addresses than a tenant began with.
     *
     * @param number which piece of growth it is: whoever wants the same number wants the same piece, so two who ask make one
     * @param beside where they would make one block with what is there
     */
    public record Growth(int number, Optional<Block> beside) {
        public Growth {
            Objects.requireNonNull(beside, "beside");
        }
    }

    public String allocationName() {
        return allocationName(tenant, uid, purpose)
                + growth.map(more -> "-" + more.number()).orElse("");
    }

    /** The record of a tenant that is gone keeps its name for a while, so a name alone would not do. */
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
        return growth.isPresent() ? TenantClaims.GROWTH : TenantClaims.INITIAL;
    }
}
