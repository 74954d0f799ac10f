package dev.butlerlabs.core.machine;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.Objects;

/**
 * How often an infrastructure is asked, and how much at once.
 *
 * @param eagerPoll between two looks at a machine that was asked for, or is on its way out, a short while ago
 * @param eagerFor how long that while is
 * @param patientPoll between two looks after it
 * @param driftCheck between two looks at a machine that runs
 * @param failedRecheck between two looks at one that failed
 * @param balancerSync between two looks at a load balancer
 * @param providerProbe between two looks at an infrastructure as a whole
 * @param callsAtOnce how many questions one infrastructure is asked at the same time
 * @param callPatience how long a question waits for its turn
 * @param settingsAge how long a ProviderConfig and its Secret are taken for unchanged when no watch tells otherwise
 * @param idleSession after how long without a question a connection is closed
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

    /** For infrastructures that are simulated, where nobody wants to wait. */
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
}
