package dev.butlerlabs.core.cli.doctor;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Compares the clock of this machine with the server and with the validity of its certificate. */
final class ClockEvaluator {
    static final String CHECK = "Clock";

    /** The Date header has whole seconds. */
    private static final Duration NOTICEABLE = Duration.ofSeconds(5);
    /** Tokens and certificates tolerate less than this. */
    private static final Duration TOLERATED = Duration.ofMinutes(5);

    private static final Duration RENEWAL = Duration.ofDays(14);
    private static final String FIX = "Synchronize the clocks with NTP; check this one with date -u.";

    private ClockEvaluator() {}

    /**
     * Evaluates the difference.
     *
     * @param server the time in the Date header of the server; empty if it sends none
     */
    static DoctorResult difference(Instant local, Optional<Instant> server) {
        if (server.isEmpty()) {
            return DoctorResult.warning(CHECK, "The server does not report its time.", FIX);
        }
        Duration ahead = Duration.between(server.get(), local);
        Duration size = ahead.abs();
        String sentence = "The clock of this machine is %s %s the clock of the server."
                .formatted(words(size), ahead.isNegative() ? "behind" : "ahead of");
        if (size.compareTo(TOLERATED) > 0) {
            return DoctorResult.problem(CHECK, sentence + " Tokens and certificates are rejected.", FIX);
        }
        return size.compareTo(NOTICEABLE) > 0
                ? DoctorResult.warning(CHECK, sentence, FIX)
                : DoctorResult.ok(CHECK, "The clocks of this machine and of the server agree.");
    }

    /** Evaluates the validity period of the certificate of the server. */
    static DoctorResult certificate(Instant local, Instant notBefore, Instant notAfter) {
        if (local.isBefore(notBefore)) {
            return DoctorResult.problem(
                    "Certificate",
                    "The certificate of the server is not valid before %s.".formatted(seconds(notBefore)),
                    FIX);
        }
        if (local.isAfter(notAfter)) {
            return DoctorResult.problem(
                    "Certificate",
                    "The certificate of the server expired at %s.".formatted(seconds(notAfter)),
                    "Renew it; see 'butleradm certs --help'. If the date is in the future, set the clock of this machine.");
        }
        if (Duration.between(local, notAfter).compareTo(RENEWAL) < 0) {
            return DoctorResult.warning(
                    "Certificate",
                    "The certificate of the server expires at %s.".formatted(seconds(notAfter)),
                    "Renew it; see 'butleradm certs --help'.");
        }
        return DoctorResult.ok(
                "Certificate", "The certificate of the server is valid until %s.".formatted(seconds(notAfter)));
    }

    private static Instant seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS);
    }

    private static String words(Duration time) {
        if (time.toMinutes() < 2) {
            return time.toSeconds() + " seconds";
        }
        return time.toHours() < 2 ? time.toMinutes() + " minutes" : time.toHours() + " hours";
    }
}
