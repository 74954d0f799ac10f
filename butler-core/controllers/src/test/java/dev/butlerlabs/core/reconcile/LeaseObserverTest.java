package dev.butlerlabs.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaseObserverTest {
    private static final LeaseClaim CLAIM = new LeaseClaim(new LeaderElection("prod", "lease", "us"));

    private final Lease lease = CLAIM.fresh(Instant.EPOCH);
    private long nanos;
    private final LeaseObserver observer = new LeaseObserver(Duration.ofSeconds(15), () -> nanos);

    private void pass(int seconds) {
        nanos += Duration.ofSeconds(seconds).toNanos();
    }

    @Test
    void aLeaseIsHeldUntilItDidNotChangeForItsDuration() {
        observer.observe(List.of(lease));
        pass(14);
        observer.observe(List.of(lease));
        assertThat(observer.holder(lease)).contains("us");
        pass(1);

        assertThat(observer.holder(lease)).isEmpty();
    }

    @Test
    void aRenewalStartsTheTimeAgain() {
        observer.observe(List.of(lease));
        pass(14);
        Lease renewed = CLAIM.taken(lease, Instant.EPOCH.plusSeconds(14));
        observer.observe(List.of(renewed));
        pass(14);

        assertThat(observer.holder(renewed)).contains("us");
    }

    @Test
    void aReleasedLeaseHasNoHolder() {
        Lease released = CLAIM.released(lease, Instant.EPOCH);
        observer.observe(List.of(released));

        assertThat(observer.holder(released)).isEmpty();
    }

    @Test
    void forgetsLeasesThatNoLongerExist() {
        observer.observe(List.of(lease));
        pass(20);
        observer.observe(List.of());
        observer.observe(List.of(lease));

        assertThat(observer.holder(lease)).contains("us");
    }
}
