package dev.butlerlabs.core.ipam.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.ipam.space.AddressSpace;
import dev.butlerlabs.core.ipam.space.AllocatableRanges;
import dev.butlerlabs.core.net.CidrBlock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A year of Services coming and going in tenants that share a pool: by day and night, week and season, with bursts. */
@Tag("slow")
class ElasticYearTest {
    private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
    private static final Duration STEP = Duration.ofHours(1);
    private static final int DAYS = 365;

    @Test
    void aYearOfChurnLeavesNobodyWithoutAnAddressAndNeverOscillates() {
        SharedPool pool = new SharedPool(
                AddressSpace.of(AllocatableRanges.of(CidrBlock.parse("10.0.0.0/25"), List.of(), List.of())));
        List<SimulatedTenant> tenants = new ArrayList<>();
        Random random = new Random(20300101);
        for (int i = 0; i < 4; i++) {
            tenants.add(new SimulatedTenant(pool, PoolScalingOptions.standard(), 3 + 2 * i, random.nextLong(), START));
        }

        long steps = Duration.ofDays(DAYS).dividedBy(STEP);
        for (long step = 0; step < steps; step++) {
            Instant now = START.plus(STEP.multipliedBy(step));
            tenants.forEach(tenant -> tenant.live(now));
        }

        Totals totals = Totals.of(tenants);
        System.out.printf(
                "elastic year: %d services came, %d grow, %d give back, oscillations %d, without address while there was room %d%n",
                totals.services(), totals.grown(), totals.givenBack(), totals.oscillations(), totals.leftWithout());
        assertThat(totals.services()).isGreaterThan(1000);
        assertThat(totals.grown()).isPositive();
        assertThat(totals.givenBack()).isPositive();
        assertThat(totals.oscillations()).isZero();
        assertThat(totals.leftWithout()).isZero();
        assertThat(totals.grown()).isLessThan(totals.services() / 20);
    }

    /** The pool all tenants take from. */
    static final class SharedPool {
        AddressSpace space;

        SharedPool(AddressSpace space) {
            this.space = space;
        }
    }

    record Totals(long services, long grown, long givenBack, long oscillations, long leftWithout) {
        static Totals of(List<SimulatedTenant> tenants) {
            return new Totals(
                    tenants.stream().mapToLong(tenant -> tenant.services).sum(),
                    tenants.stream().mapToLong(tenant -> tenant.count(true)).sum(),
                    tenants.stream().mapToLong(tenant -> tenant.count(false)).sum(),
                    tenants.stream().mapToLong(SimulatedTenant::oscillations).sum(),
                    tenants.stream().mapToLong(tenant -> tenant.leftWithout).sum());
        }
    }
}
