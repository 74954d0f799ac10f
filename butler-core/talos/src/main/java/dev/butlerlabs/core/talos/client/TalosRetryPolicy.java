package dev.butlerlabs.core.talos.client;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.retry.CallRetryPolicy;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** The retry policies of calls to Talos machines: which failures are temporary in which situation, and how long to retry. */
public final class TalosRetryPolicy {
    /** A configuration can be applied once the machine has booted and no other apply is in progress. */
    public static final CallRetryPolicy DELIVERY = on(
                    TemporaryCause.NOT_UP_YET, TemporaryCause.RESTARTING, TemporaryCause.SLOW, TemporaryCause.BUSY)
            .withPause(Duration.ofSeconds(1))
            .within(Duration.ofMinutes(10));

    /** A configured machine can install Talos and reboot before its API is available again with its own certificate. */
    public static final CallRetryPolicy ARRIVAL = on(
                    TemporaryCause.NOT_UP_YET,
                    TemporaryCause.RESTARTING,
                    TemporaryCause.SLOW,
                    TemporaryCause.STILL_IN_MAINTENANCE)
            .withPause(Duration.ofMillis(500))
            .within(Duration.ofMinutes(10));

    /**
     * Etcd starts when the container runtime is healthy and the clock is synchronized, and since Talos 1.14 when the installation
     * has finished.
     */
    public static final CallRetryPolicy BOOTSTRAP = on(
                    TemporaryCause.NOT_UP_YET,
                    TemporaryCause.RESTARTING,
                    TemporaryCause.SLOW,
                    TemporaryCause.BUSY,
                    TemporaryCause.STILL_IN_MAINTENANCE)
            .withPause(Duration.ofMillis(500))
            .within(Duration.ofMinutes(10));

    /** A rebooting machine is unreachable for a while; after an upgrade it can also repartition its disk. */
    public static final CallRetryPolicy REBOOT = on(
                    TemporaryCause.NOT_UP_YET, TemporaryCause.RESTARTING, TemporaryCause.SLOW)
            .withPause(Duration.ofSeconds(1))
            .within(Duration.ofMinutes(30));

    /** Reads the mode of a machine; the reason of a failed TLS handshake can be lost with the connection. */
    static final CallRetryPolicy PROBE = REBOOT.within(Duration.ofSeconds(5)).withPause(Duration.ofMillis(250));

    private TalosRetryPolicy() {}

    private static CallRetryPolicy on(TemporaryCause first, TemporaryCause... others) {
        Set<TemporaryCause> causes = EnumSet.of(first, others);
        return CallRetryPolicy.on(failure -> failure instanceof ButlerException e
                && TalosErrorMapper.cause(e)
                        .flatMap(TalosRetryPolicy::temporary)
                        .filter(causes::contains)
                        .isPresent());
    }

    private static Optional<TemporaryCause> temporary(FailureCause cause) {
        return switch (cause) {
            case NO_CONNECTION -> Optional.of(TemporaryCause.NOT_UP_YET);
            case BROKEN_OFF -> Optional.of(TemporaryCause.RESTARTING);
            case TOO_SLOW -> Optional.of(TemporaryCause.SLOW);
            case NOT_READY -> Optional.of(TemporaryCause.BUSY);
            case OTHER_AUTHORITY, OTHER_TIME, OTHER_NAME -> Optional.of(TemporaryCause.STILL_IN_MAINTENANCE);
            case OTHER_KEY, CLIENT_REFUSED, UNAUTHENTICATED, DENIED, INVALID, NOT_OFFERED, EXISTS, NOT_FOUND, OTHER ->
                Optional.empty();
        };
    }

    /** Temporary causes of failures. */
    private enum TemporaryCause {
        /** The machine boots or installs, and its API is not available yet. */
        NOT_UP_YET,
        /** The API process restarts when maintenance mode ends. */
        RESTARTING,
        /** The machine or the network is under load. */
        SLOW,
        /** Another operation must finish first: another apply, the container runtime, time synchronization. */
        BUSY,
        /** The machine uses its maintenance certificate until the configuration is active. */
        STILL_IN_MAINTENANCE
    }
}
