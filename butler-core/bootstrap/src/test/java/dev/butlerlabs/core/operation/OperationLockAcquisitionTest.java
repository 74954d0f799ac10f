package dev.butlerlabs.core.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.reconcile.LeaderElection;
import dev.butlerlabs.core.reconcile.LeaseHolder;
import dev.butlerlabs.core.testing.SteppedClock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A second operation while the Lease of a first one exists. Sleeping advances the time and runs what the other process does. */
final class OperationLockAcquisitionTest {
    private static final OperationHolder FIRST =
            new OperationHolder("upgrade", 11, "alpha", Instant.parse("2026-11-18T02:11:04Z"), "01");
    private static final OperationHolder SECOND =
            new OperationHolder("node add", 22, "beta", Instant.parse("2026-11-18T02:12:00Z"), "02");

    private final SteppedClock clock = new SteppedClock();
    private final InMemoryKubernetes api = InMemoryKubernetes.open(clock, new EffectLog());
    private final List<String> messages = new ArrayList<>();
    private final LeaseHolder first = holder(FIRST);
    private final LeaseHolder second = holder(SECOND);
    private Runnable otherProcess = () -> {};
    private long seconds;

    @AfterEach
    void close() {
        api.close();
    }

    private LeaseHolder holder(OperationHolder process) {
        return new LeaseHolder(
                api.client(),
                election(process),
                clock,
                () -> Duration.ofSeconds(seconds).toNanos(),
                () -> {},
                () -> {});
    }

    private static LeaderElection election(OperationHolder process) {
        return OperationLockTimings.DEFAULT.election("default", process.identity());
    }

    private void acquireSecond() {
        new OperationLockAcquisition(
                        api.client(),
                        election(SECOND),
                        second,
                        OperationLockTimings.DEFAULT.retryPeriod(),
                        this::sleep,
                        messages::add)
                .run();
    }

    private void sleep(Duration duration) {
        seconds += duration.toSeconds();
        clock.pass(duration.toSeconds());
        otherProcess.run();
    }

    private ButlerException rejection() {
        return catchThrowableOfType(ButlerException.class, this::acquireSecond);
    }

    @Test
    void acquiresAFreeLockAtOnce() {
        acquireSecond();

        assertThat(second.isHeld()).isTrue();
        assertThat(seconds).isZero();
        assertThat(messages).isEmpty();
    }

    @Test
    void acquiresAReleasedLockAtOnce() {
        first.attempt();
        first.resign();

        acquireSecond();

        assertThat(second.isHeld()).isTrue();
        assertThat(seconds).isZero();
    }

    @Test
    void rejectsAsSoonAsTheHolderRenewsTheLock() {
        first.attempt();
        otherProcess = () -> {
            if (seconds == 10) {
                first.attempt();
            }
        };

        ButlerException rejection = rejection();

        assertThat(rejection)
                .hasMessage(
                        "Another operation is changing the cluster: upgrade by process 11 on host alpha since 2026-11-18T02:11:04Z.");
        assertThat(rejection.code()).isEqualTo(ErrorCode.CLUSTER_LOCKED);
        assertThat(rejection.kind()).isEqualTo(ErrorKind.ENVIRONMENT);
        assertThat(seconds).isEqualTo(10);
        assertThat(first.isHeld()).isTrue();
    }

    @Test
    void acquiresTheLockOfAKilledProcessAfterItsDuration() {
        first.attempt();
        clock.pass(3600);

        acquireSecond();

        assertThat(second.isHeld()).isTrue();
        assertThat(seconds).isEqualTo(30);
        assertThat(messages)
                .containsExactly("Waiting up to 30 s to see whether another operation is still running: "
                        + "upgrade by process 11 on host alpha since 2026-11-18T02:11:04Z");
    }

    @Test
    void acquiresTheLockThatIsReleasedWhileItWaits() {
        first.attempt();
        otherProcess = first::resign;

        acquireSecond();

        assertThat(second.isHeld()).isTrue();
        assertThat(seconds).isEqualTo(1);
    }

    @Test
    void rejectsWhenAThirdProcessWasFaster() {
        first.attempt();
        LeaseHolder third = holder(new OperationHolder("backup", 33, "gamma", FIRST.since(), "03"));
        otherProcess = () -> {
            first.resign();
            third.attempt();
        };

        assertThat(rejection()).hasMessageContaining("backup by process 33 on host gamma");
    }

    @Test
    void namesTheHolderOfAnotherProgram() {
        new LeaseHolder(
                        api.client(),
                        OperationLockTimings.DEFAULT.election("default", "someone"),
                        clock,
                        () -> 0,
                        () -> {},
                        () -> {})
                .attempt();
        otherProcess = () -> api.client()
                .leases()
                .inNamespace("default")
                .withName(ClusterOperationLock.LEASE)
                .edit(lease -> {
                    lease.getSpec().setRenewTime(clock.instant().atZone(ZoneOffset.UTC));
                    return lease;
                });

        assertThat(rejection()).hasMessage("Another operation is changing the cluster: someone.");
    }

    @Test
    void reportsAnApiThatRejectsTheLease() {
        api.reject("POST", 403, "Forbidden");

        assertThat(rejection().code()).isEqualTo(ErrorCode.FORBIDDEN);
    }

    @Test
    void reportsAnUnreachableApi() {
        api.down(true);

        assertThat(rejection().kind()).isEqualTo(ErrorKind.UNREACHABLE);
    }
}
