package dev.butlerlabs.core.talos.client;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Which failures of a call are temporary, and how long to retry.
 *
 * @param pause time between two attempts
 */
public record CallRetryPolicy(Duration limit, Duration pause, Set<Mended> mended) {
    /** A configuration can be applied once the machine has booted and no other apply is in progress. */
    public static final CallRetryPolicy DELIVERY = new CallRetryPolicy(
            Duration.ofMinutes(10),
            Duration.ofSeconds(1),
            EnumSet.of(Mended.NOT_UP_YET, Mended.RESTARTING, Mended.SLOW, Mended.BUSY));

    /** A configured machine can install Talos and reboot before its API is available again with its own certificate. */
    public static final CallRetryPolicy ARRIVAL = new CallRetryPolicy(
            Duration.ofMinutes(10),
            Duration.ofMillis(500),
            EnumSet.of(Mended.NOT_UP_YET, Mended.RESTARTING, Mended.SLOW, Mended.STILL_IN_MAINTENANCE));

    /**
     * Etcd starts when the container runtime is healthy and the clock is synchronized, and since Talos 1.14 when the installation
     * has finished.
     */
    public static final CallRetryPolicy BOOTSTRAP = new CallRetryPolicy(
            Duration.ofMinutes(10),
            Duration.ofMillis(500),
            EnumSet.of(Mended.NOT_UP_YET, Mended.RESTARTING, Mended.SLOW, Mended.BUSY, Mended.STILL_IN_MAINTENANCE));

    /** A rebooting machine is unreachable for a while; after an upgrade it can also repartition its disk. */
    public static final CallRetryPolicy REBOOT = new CallRetryPolicy(
            Duration.ofMinutes(30),
            Duration.ofSeconds(1),
            EnumSet.of(Mended.NOT_UP_YET, Mended.RESTARTING, Mended.SLOW));

    public CallRetryPolicy {
        Objects.requireNonNull(limit, "limit");
        Objects.requireNonNull(pause, "pause");
        mended = Set.copyOf(mended);
    }

    public CallRetryPolicy within(Duration otherLimit) {
        return new CallRetryPolicy(otherLimit, pause, mended);
    }

    boolean covers(FailureCause cause) {
        return mends(cause).filter(mended::contains).isPresent();
    }

    private static Optional<Mended> mends(FailureCause cause) {
        return switch (cause) {
            case NO_CONNECTION -> Optional.of(Mended.NOT_UP_YET);
            case BROKEN_OFF -> Optional.of(Mended.RESTARTING);
            case TOO_SLOW -> Optional.of(Mended.SLOW);
            case NOT_READY -> Optional.of(Mended.BUSY);
            case OTHER_AUTHORITY, OTHER_TIME, OTHER_NAME -> Optional.of(Mended.STILL_IN_MAINTENANCE);
            case OTHER_KEY, CLIENT_REFUSED, UNAUTHENTICATED, DENIED, INVALID, NOT_OFFERED, EXISTS, NOT_FOUND, OTHER ->
                Optional.empty();
        };
    }

    /** Temporary causes of failures. */
    public enum Mended {
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
