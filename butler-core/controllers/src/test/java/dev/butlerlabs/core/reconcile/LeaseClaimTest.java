package dev.butlerlabs.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LeaseClaimTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final LeaseClaim ours = new LeaseClaim(new LeaderElection("prod", "butler", "us"));
    private final LeaseClaim theirs = new LeaseClaim(new LeaderElection("prod", "butler", "them"));

    @Test
    void aLeaseOfAnotherIsTakenOnlyWhenItWasSeenUnchangedForItsWholeTime() {
        Lease lease = theirs.fresh(NOON);

        assertThat(ours.mayTake(lease, Duration.ofSeconds(14))).isFalse();
        assertThat(ours.mayTake(lease, Duration.ofSeconds(15))).isTrue();
    }

    @Test
    void theClockOfTheHolderDoesNotMatter() {
        Lease fromThePast = theirs.fresh(NOON.minus(Duration.ofDays(365)));

        assertThat(ours.mayTake(fromThePast, Duration.ZERO)).isFalse();
    }

    @Test
    void aReleasedLeaseIsFreeAtOnce() {
        assertThat(ours.mayTake(theirs.released(theirs.fresh(NOON), NOON), Duration.ZERO))
                .isTrue();
    }

    @Test
    void renewingKeepsTheTimeOfAcquisitionAndTakingCountsATransition() {
        Lease held = ours.fresh(NOON);
        Lease renewed = ours.taken(held, NOON.plusSeconds(5));
        assertThat(renewed.getSpec().getAcquireTime()).isEqualTo(held.getSpec().getAcquireTime());
        assertThat(renewed.getSpec().getLeaseTransitions()).isZero();
        assertThat(LeaseClaim.version(renewed)).isNotEqualTo(LeaseClaim.version(held));

        Lease taken = theirs.taken(renewed, NOON.plusSeconds(60));
        assertThat(theirs.isOurs(taken)).isTrue();
        assertThat(taken.getSpec().getLeaseTransitions()).isEqualTo(1);
        assertThat(taken.getMetadata()).isEqualTo(renewed.getMetadata());
    }

    @Test
    void theTimesMustLeaveRoomToStepDown() {
        assertThatThrownBy(() -> new LeaderElection(
                        "prod", "butler", "us", Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
