package dev.butlerlabs.core.machine;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.Objects;

/**
 * The polling intervals and limits for infrastructure calls. Immutable.
 *
 * @param eagerPoll the interval for a machine that was requested or deleted recently
 * @param eagerFor how long that interval is used
 * @param patientPoll the interval afterwards
 * @param driftCheck the interval for a running machine
 * @param failedRecheck the interval for a failed machine
 * @param balancerSync the interval for a load balancer
 * @param providerProbe the interval for validating a ProviderConfig
 * @param callsAtOnce the maximum number of concurrent calls to one infrastructure
 * @param callPatience how long a call waits for its turn
 * @param settingsAge how long a ProviderConfig and its Secret are cached without a watch event
 * @param idleSession after how long an unused connection is closed
 */
@RecordBuilder
public record MachineOptions(
        Duration eagerPoll,
        Duration eagerFor,
        Duration patientPoll,
        Duration driftCheck,
        Duration failedRecheck,
        Duration balancerSync,
        Duration providerProbe,
        int callsAtOnce,
        Duration callPatience,
        Duration settingsAge,
        Duration idleSession) {
    public MachineOptions {
        Objects.requireNonNull(eagerPoll, "eagerPoll");
        Objects.requireNonNull(eagerFor, "eagerFor");
        Objects.requireNonNull(patientPoll, "patientPoll");
        Objects.requireNonNull(driftCheck, "driftCheck");
        Objects.requireNonNull(failedRecheck, "failedRecheck");
        Objects.requireNonNull(balancerSync, "balancerSync");
        Objects.requireNonNull(providerProbe, "providerProbe");
        Objects.requireNonNull(callPatience, "callPatience");
        Objects.requireNonNull(settingsAge, "settingsAge");
        Objects.requireNonNull(idleSession, "idleSession");
        if (callsAtOnce < 1) {
            throw new IllegalArgumentException("callsAtOnce must be at least 1");
        }
    }

    public static MachineOptions standard() {
        return new MachineOptions(
                Duration.ofSeconds(2),
                Duration.ofSeconds(60),
                Duration.ofSeconds(10),
                Duration.ofSeconds(45),
                Duration.ofSeconds(45),
                Duration.ofSeconds(30),
                Duration.ofMinutes(5),
                16,
                Duration.ofSeconds(10),
                Duration.ofSeconds(5),
                Duration.ofMinutes(10));
    }

    /** Returns short intervals for simulated infrastructures. */
    public static MachineOptions rehearsal() {
        return new MachineOptions(
                Duration.ofMillis(50),
                Duration.ofSeconds(5),
                Duration.ofMillis(200),
                Duration.ofMillis(500),
                Duration.ofMillis(500),
                Duration.ofMillis(500),
                Duration.ofSeconds(5),
                16,
                Duration.ofSeconds(10),
                Duration.ofMillis(500),
                Duration.ofMinutes(1));
    }

    /** Returns intervals for a rehearsal that is kept: short while machines change, long while nothing happens. */
    public static MachineOptions keptRehearsal() {
        MachineOptions quick = rehearsal();
        return new MachineOptions(
                quick.eagerPoll(),
                quick.eagerFor(),
                quick.patientPoll(),
                Duration.ofSeconds(20),
                Duration.ofSeconds(2),
                Duration.ofSeconds(5),
                Duration.ofMinutes(1),
                quick.callsAtOnce(),
                quick.callPatience(),
                Duration.ofSeconds(5),
                quick.idleSession());
    }
}
