package dev.butlerlabs.core.reconcile;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/** The result of a step after it observed the state and did what was missing. Reasons are single CamelCase words. */
public sealed interface StepResult {
    /** The reason of steps that have no specific one. */
    String DONE = "Done";

    /** Returns a reason for programs. */
    String reason();

    /** Returns a message for people. It must not change between runs while nothing happens, since every change is written to the API. */
    String message();

    static StepResult done() {
        return new Done(DONE, "");
    }

    static StepResult done(String message) {
        return new Done(DONE, message);
    }

    /** Returns a result with a specific reason; the reason of the last step is also that of Ready. */
    static StepResult done(String reason, String message) {
        return new Done(reason, message);
    }

    static StepResult waiting(String reason, String message, Duration retryIn) {
        return new Waiting(reason, message, Optional.of(retryIn));
    }

    /** Returns a result without a known retry time; the host uses its backoff. */
    static StepResult waiting(String reason, String message) {
        return new Waiting(reason, message, Optional.empty());
    }

    static StepResult failed(String reason, String message) {
        return new Failed(reason, message);
    }

    /** The observed state matches the desired state. */
    record Done(String reason, String message) implements StepResult {
        public Done {
            Reasons.check(reason, message);
        }
    }

    /**
     * Something is in progress.
     *
     * @param retryIn when to run again if no event arrives first; empty for the backoff of the host
     */
    record Waiting(String reason, String message, Optional<Duration> retryIn) implements StepResult {
        public Waiting {
            Reasons.check(reason, message);
            Objects.requireNonNull(retryIn, "retryIn");
        }
    }

    /** A user must change something before a retry can succeed. */
    record Failed(String reason, String message) implements StepResult {
        public Failed {
            Reasons.check(reason, message);
        }
    }

    /** The syntax rule of the Kubernetes API for condition reasons. */
    final class Reasons {
        private static final Pattern REASON = Pattern.compile("[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?");

        private Reasons() {}

        private static void check(String reason, String message) {
            Objects.requireNonNull(message, "message");
            if (!REASON.matcher(reason).matches()) {
                throw new IllegalArgumentException("invalid reason: " + reason);
            }
        }
    }
}
