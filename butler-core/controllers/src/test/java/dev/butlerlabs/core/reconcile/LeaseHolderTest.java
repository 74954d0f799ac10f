package dev.butlerlabs.core.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.embedded.testing.ProcessCrash;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two processes, a and b, that compete for one Lease of 15 seconds with a renew deadline of 10 seconds. */
final class LeaseHolderTest {
    private final SteppedClock clock = new SteppedClock();
    private final InMemoryKubernetes api = InMemoryKubernetes.open(clock, new EffectLog());
    private final List<String> calls = new ArrayList<>();
    /** The nanoseconds that pass with each reading of the elapsed time. */
    private long nanosPerReading;

    private long nanos;
    private final LeaseHolder a = holder("a");
    private final LeaseHolder b = holder("b");

    @AfterEach
    void close() {
        api.close();
    }

    private LeaseHolder holder(String identity) {
        return new LeaseHolder(
                api.client(),
                new LeaderElection("default", "lease", identity),
                clock,
                this::read,
                () -> calls.add(identity + " won"),
                () -> calls.add(identity + " lost"));
    }

    private long read() {
        nanos += nanosPerReading;
        return nanos;
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
        clock.pass(time.toSeconds());
    }

    private void pass(long seconds) {
        pass(Duration.ofSeconds(seconds));
    }

    private Resource<Lease> lease() {
        return api.client().leases().inNamespace("default").withName("lease");
    }

    private LeaseSpec spec() {
        return lease().require().getSpec();
    }

    /** Another process acquires the lease by an update that ignores all rules. */
    private void takeBy(String identity) {
        lease().edit(lease -> {
            lease.getSpec().setHolderIdentity(identity);
            return lease;
        });
    }

    @Test
    void createsAMissingLease() {
        a.attempt();

        assertTrue(a.isHeld());
        assertEquals("a", spec().getHolderIdentity());
        assertEquals(15, spec().getLeaseDurationSeconds());
        assertEquals(List.of("a won"), calls);
    }

    @Test
    void doesNotHoldTheLeaseBeforeTheFirstAttempt() {
        assertFalse(a.isHeld());
    }

    @Test
    void renewsItsLeaseAndReportsItOnce() {
        a.attempt();
        pass(9);

        a.attempt();

        assertEquals(clock.instant(), spec().getRenewTime().toInstant());
        assertEquals(0, spec().getLeaseTransitions());
        pass(9);
        assertTrue(a.isHeld());
        assertEquals(List.of("a won"), calls);
    }

    @Test
    void leavesTheLeaseOfALivingProcess() {
        a.attempt();

        for (int attempt = 0; attempt < 4; attempt++) {
            b.attempt();
            pass(8);
            a.attempt();
        }

        assertFalse(b.isHeld());
        assertEquals("a", spec().getHolderIdentity());
        assertEquals(List.of("a won"), calls);
    }

    @Test
    void takesALeaseThatDidNotChangeForItsWholeDuration() {
        a.attempt();
        b.attempt();
        pass(Duration.ofSeconds(15).minusNanos(1));
        b.attempt();
        assertFalse(b.isHeld());

        pass(Duration.ofNanos(1));
        b.attempt();

        assertTrue(b.isHeld());
        assertEquals("b", spec().getHolderIdentity());
        assertEquals(1, spec().getLeaseTransitions());
    }

    @Test
    void countsTheDurationFromTheFirstObservation() {
        a.attempt();
        pass(3600);

        b.attempt();

        assertFalse(b.isHeld());
    }

    @Test
    void takesAReleasedLeaseAtOnce() {
        a.attempt();
        a.resign();

        b.attempt();

        assertTrue(b.isHeld());
        assertEquals(List.of("a won", "a lost", "b won"), calls);
    }

    @Test
    void aLeaseIsHeldUntilTheRenewDeadline() {
        a.attempt();

        pass(Duration.ofSeconds(10).minusNanos(1));
        assertTrue(a.isHeld());
        pass(Duration.ofNanos(1));
        assertFalse(a.isHeld());
    }

    @Test
    void keepsLeadingWhileTheApiIsUnreachableForAShortTime() {
        a.attempt();
        api.down(true);
        pass(9);

        a.attempt();

        assertTrue(a.isHeld());
        assertEquals(List.of("a won"), calls);
    }

    @Test
    void stepsDownIfTheApiIsUnreachableUntilTheDeadline() {
        a.attempt();
        api.down(true);
        pass(10);

        a.attempt();

        assertFalse(a.isHeld());
        assertEquals(List.of("a won", "a lost"), calls);
    }

    @Test
    void aSuspendedProcessStepsDownBeforeItRenewsItsLease() {
        a.attempt();
        pass(10);

        a.attempt();

        assertTrue(a.isHeld());
        assertEquals(List.of("a won", "a lost", "a won"), calls);
    }

    @Test
    void stepsDownAtOnceIfAnotherProcessHasTheLease() {
        a.attempt();
        takeBy("b");

        a.attempt();

        assertFalse(a.isHeld());
        assertEquals("b", spec().getHolderIdentity());
        assertEquals(List.of("a won", "a lost"), calls);
    }

    @Test
    void aLateResponseDoesNotMakeALeader() {
        nanosPerReading = Duration.ofSeconds(10).toNanos();

        a.attempt();

        assertEquals("a", spec().getHolderIdentity());
        assertFalse(a.isHeld());
        assertEquals(List.of(), calls);
    }

    @Test
    void aRenewalCountsFromItsRequest() {
        nanosPerReading = Duration.ofSeconds(4).toNanos();
        a.attempt();
        nanosPerReading = 0;

        // The attempt read the elapsed time once more after the request, so six seconds are left.
        pass(Duration.ofSeconds(6).minusNanos(1));
        assertTrue(a.isHeld());
        pass(Duration.ofNanos(1));
        assertFalse(a.isHeld());
    }

    @Test
    void theLoserOfTwoConcurrentUpdatesDoesNotLead() {
        a.attempt();
        a.resign();
        api.reject("PUT", 409, "Conflict");

        b.attempt();

        assertFalse(b.isHeld());
        assertEquals(List.of("a won", "a lost"), calls);
    }

    @Test
    void theLoserOfTwoConcurrentCreationsDoesNotLead() {
        api.reject("POST", 409, "AlreadyExists");

        b.attempt();

        assertFalse(b.isHeld());
    }

    @Test
    void aForbiddenLeaseIsNotHeld() {
        api.reject("GET", 403, "Forbidden");

        a.attempt();

        assertFalse(a.isHeld());
        assertEquals(List.of(), calls);
    }

    @Test
    void releasesTheLease() {
        a.attempt();
        pass(3);

        a.resign();

        assertFalse(a.isHeld());
        assertEquals("", String.valueOf(spec().getHolderIdentity()));
        assertEquals(1, spec().getLeaseDurationSeconds());
        assertEquals(List.of("a won", "a lost"), calls);
    }

    @Test
    void releasesNothingThatItDoesNotHold() {
        a.attempt();
        int before = api.effects().count();

        b.resign();

        assertEquals(before, api.effects().count());
        assertEquals("a", spec().getHolderIdentity());
        assertEquals(List.of("a won"), calls);
    }

    @Test
    void doesNotReleaseTheLeaseOfItsSuccessor() {
        a.attempt();
        takeBy("b");

        a.resign();

        assertEquals("b", spec().getHolderIdentity());
        assertEquals(List.of("a won", "a lost"), calls);
    }

    @Test
    void resignsEvenIfTheLeaseWasDeleted() {
        a.attempt();
        lease().delete();

        a.resign();

        assertFalse(a.isHeld());
    }

    @Test
    void resignsWithoutTheApi() {
        a.attempt();
        api.down(true);

        a.resign();

        assertFalse(a.isHeld());
        assertEquals(List.of("a won", "a lost"), calls);
    }

    @Test
    void stepsDownWithoutARequest() {
        a.attempt();
        int before = api.requests().size();

        a.stepDown();
        a.stepDown();

        assertEquals(before, api.requests().size());
        assertEquals(List.of("a won", "a lost"), calls);
    }

    @Test
    void aProcessThatCrashedAfterItsRequestIsReplacedWhenTheLeaseExpires() {
        api.effects().crashAfter(1);
        assertThrows(ProcessCrash.class, a::attempt);
        api.effects().restart();
        b.attempt();
        assertFalse(b.isHeld());

        pass(15);
        b.attempt();

        assertTrue(b.isHeld());
        assertEquals(List.of("b won"), calls);
    }
}
