package dev.butlerlabs.core.talos.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.retry.CallRetryPolicy;
import dev.butlerlabs.core.talos.client.MachineWaiter.Seen;
import io.grpc.Status;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MachineWaiterTest {
    private static final NodeAddress NODE = NodeAddress.parse("10.0.0.5");

    private Instant now = Instant.EPOCH;
    private int tries;
    private final List<String> heard = new ArrayList<>();
    private final MachineWaiter patience = new MachineWaiter(clock(), this::pass, heard::add);

    @AfterEach
    void leaveNoInterruptionBehind() {
        Thread.interrupted();
    }

    static Stream<Arguments> whatTimeMends() {
        return Stream.of(
                Arguments.of(TalosRetryPolicy.DELIVERY, Status.UNAVAILABLE),
                Arguments.of(TalosRetryPolicy.DELIVERY, Status.FAILED_PRECONDITION),
                Arguments.of(TalosRetryPolicy.DELIVERY, Status.DEADLINE_EXCEEDED),
                Arguments.of(TalosRetryPolicy.ARRIVAL, Status.UNAVAILABLE),
                Arguments.of(TalosRetryPolicy.ARRIVAL, Status.CANCELLED),
                Arguments.of(TalosRetryPolicy.BOOTSTRAP, Status.FAILED_PRECONDITION),
                Arguments.of(TalosRetryPolicy.BOOTSTRAP, Status.CANCELLED),
                Arguments.of(TalosRetryPolicy.BOOTSTRAP, Status.UNAVAILABLE),
                Arguments.of(
                        TalosRetryPolicy.BOOTSTRAP,
                        Status.UNAVAILABLE.withCause(new java.security.cert.CertificateException("unknown"))),
                Arguments.of(TalosRetryPolicy.REBOOT, Status.UNAVAILABLE),
                Arguments.of(TalosRetryPolicy.REBOOT, Status.DEADLINE_EXCEEDED));
    }

    @ParameterizedTest
    @MethodSource("whatTimeMends")
    void triesAgainWhatTimeMends(CallRetryPolicy rule, Status status) {
        assertThat(patience.insist(rule, "it works", () -> failing(status, 3))).isEqualTo("done");
        assertThat(tries).isEqualTo(4);
        assertThat(Duration.between(Instant.EPOCH, now))
                .isEqualTo(rule.backoff().orElseThrow().first().multipliedBy(3));
    }

    static Stream<Arguments> whatTimeDoesNotMend() {
        return Stream.of(
                Arguments.of(TalosRetryPolicy.DELIVERY, Status.INVALID_ARGUMENT, ErrorCode.INVALID_INPUT),
                Arguments.of(TalosRetryPolicy.DELIVERY, Status.UNIMPLEMENTED, ErrorCode.NOT_OFFERED),
                Arguments.of(TalosRetryPolicy.ARRIVAL, Status.PERMISSION_DENIED, ErrorCode.FORBIDDEN),
                Arguments.of(TalosRetryPolicy.ARRIVAL, Status.FAILED_PRECONDITION, ErrorCode.NOT_READY),
                Arguments.of(TalosRetryPolicy.BOOTSTRAP, Status.UNAUTHENTICATED, ErrorCode.UNAUTHENTICATED),
                Arguments.of(TalosRetryPolicy.BOOTSTRAP, Status.ALREADY_EXISTS, ErrorCode.CONFLICT),
                Arguments.of(
                        TalosRetryPolicy.REBOOT,
                        Status.UNAVAILABLE.withCause(new java.security.cert.CertificateException("unknown")),
                        ErrorCode.UNTRUSTED_CERTIFICATE));
    }

    @ParameterizedTest
    @MethodSource("whatTimeDoesNotMend")
    void givesUpAtOnceOtherwise(CallRetryPolicy rule, Status status, ErrorCode code) {
        assertThatThrownBy(() -> patience.insist(rule, "it works", () -> failing(status, 1)))
                .isInstanceOfSatisfying(
                        ButlerException.class,
                        failure -> assertThat(failure.code()).isEqualTo(code));
        assertThat(tries).isEqualTo(1);
        assertThat(now).isEqualTo(Instant.EPOCH);
    }

    @Test
    void endsAtItsLimitAndNamesWhatWasLastSeen() {
        CallRetryPolicy rule = TalosRetryPolicy.BOOTSTRAP.within(Duration.ofSeconds(5));
        Status status = Status.FAILED_PRECONDITION.withDescription("time is not in sync yet");
        assertThatThrownBy(() -> patience.insist(rule, "etcd is bootstrapped", () -> failing(status, 1000)))
                .isInstanceOfSatisfying(ButlerException.class, failure -> {
                    assertThat(failure.code()).isEqualTo(ErrorCode.TIMEOUT);
                    assertThat(failure).hasMessageContaining("Timed out after 5 s waiting until etcd is bootstrapped");
                    assertThat(failure).hasMessageContaining("time is not in sync yet");
                });
        assertThat(now).isBefore(Instant.EPOCH.plusSeconds(5));
        assertThat(tries).isEqualTo(10);
    }

    @Test
    void tellsWhatItSeesOnlyWhenThatChanges() {
        List<String> sights = List.of("it is booting", "it is booting", "it is running, not ready", "");
        patience.until(TalosRetryPolicy.REBOOT, "it is ready", () -> {
            String sight = sights.get(tries++);
            return new Seen<>(sight, Optional.of(sight).filter(String::isEmpty));
        });
        assertThat(heard)
                .containsExactly(
                        "Waiting until it is ready: it is booting",
                        "Waiting until it is ready: it is running, not ready");
    }

    @Test
    void stopsWhenInterrupted() {
        MachineWaiter impatient = new MachineWaiter(
                clock(),
                pause -> {
                    throw new InterruptedException();
                },
                heard::add);
        assertThatThrownBy(() ->
                        impatient.insist(TalosRetryPolicy.DELIVERY, "it works", () -> failing(Status.UNAVAILABLE, 9)))
                .isInstanceOfSatisfying(
                        ButlerException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.CANCELLED));
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    private String failing(Status status, int times) {
        if (tries++ < times) {
            throw TalosErrorMapper.translate(NODE, "something", status.asException());
        }
        return "done";
    }

    private void pass(Duration duration) {
        now = now.plus(duration);
    }

    private Clock clock() {
        return new Clock() {
            @Override
            public Instant instant() {
                return now;
            }

            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(java.time.ZoneId zone) {
                return this;
            }
        };
    }
}
