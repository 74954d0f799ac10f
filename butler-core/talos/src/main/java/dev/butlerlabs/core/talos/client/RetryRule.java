package dev.butlerlabs.core.talos.client;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Which failures of a call time will mend, and how much time it gets.
 *
 * @param pause between two tries
 */
public record RetryRule(Duration limit, Duration pause, Set<Mended> mended) {
    /** A configuration can be delivered as soon as the machine has booted, and no other delivery is under way. */
    public static final RetryRule DELIVERY = new RetryRule(
            Duration.ofMinutes(10),
            Duration.ofSeconds(1),
            EnumSet.of(Mended.NOT_UP_YET, Mended.RESTARTING, Mended.SLOW, Mended.BUSY));

    /** With its configuration the machine may install itself and reboot before its API listens again, under its own certificate. */
    public static final RetryRule ARRIVAL = new RetryRule(
            Duration.ofMinutes(10),
            Duration.ofMillis(500),
            EnumSet.of(Mended.NOT_UP_YET, Mended.RESTARTING, Mended.SLOW, Mended.STILL_IN_MAINTENANCE));

    /** Etcd starts when the container runtime is healthy and the clock is set, and with 1.14 when the installation is over. */
    public static final RetryRule BOOTSTRAP = new RetryRule(
            Duration.ofMinutes(10),
            Duration.ofMillis(500),
            EnumSet.of(Mended.NOT_UP_YET, Mended.RESTARTING, Mended.SLOW, Mended.BUSY, Mended.STILL_IN_MAINTENANCE));

    /** A machine that reboots is away for a while; with a new Talos it may also lay out its disk. */
    public static final RetryRule REBOOT = new RetryRule(
            Duration.ofMinutes(30),
            Duration.ofSeconds(1),
            EnumSet.of(Mended.NOT_UP_YET, Mended.RESTARTING, Mended.SLOW));

    public RetryRule {
        Objects.requireNonNull(limit, "limit");
        Objects.requireNonNull(pause, "pause");
        mended = Set.copyOf(mended);
    }

    public RetryRule within(Duration otherLimit) {
        return new RetryRule(otherLimit, pause, mended);
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

    /** What may be the matter, and why it passes. */
    public enum Mended {
        /** The machine boots or installs, and nothing listens yet. */
        NOT_UP_YET,
        /** The API process is replaced when maintenance ends. */
        RESTARTING,
        /** The machine or the line is loaded. */
        SLOW,
        /** Something else has to finish on the machine first: another delivery, the container runtime, setting the clock. */
        BUSY,
        /** The certificate of maintenance is shown until the configuration is active. */
        STILL_IN_MAINTENANCE
    }
}
