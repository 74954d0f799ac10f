package dev.butlerlabs.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.api.Annotations;
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
    void aLeaseHasTheNumberOfShardsOfItsHolder() {
        LeaseClaim sharded = new LeaseClaim(new LeaderElection("prod", "butler", "us").withShards(4));

        Lease lease = sharded.fresh(NOON);
        assertThat(lease.getMetadata().getAnnotations()).containsEntry(Annotations.SHARDS, "4");
        Lease taken = theirs.taken(lease, NOON.plusSeconds(60));
        assertThat(taken.getMetadata().getAnnotations()).isEmpty();
        assertThat(sharded.taken(taken, NOON.plusSeconds(120)).getMetadata().getAnnotations())
                .containsEntry(Annotations.SHARDS, "4");
    }

    @Test
    void thereIsAtLeastOneShard() {
        LeaderElection election = new LeaderElection("prod", "butler", "us");

        assertThatThrownBy(() -> election.withShards(0)).isInstanceOf(IllegalArgumentException.class);
        assertThat(election.withShards(4).withLease("other").shards()).isEqualTo(1);
    }

    @Test
    void theTimesMustLeaveRoomToStepDown() {
        assertThatThrownBy(() -> new LeaderElection(
                        "prod", "butler", "us", Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
