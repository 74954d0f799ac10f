package dev.butlerlabs.core.reconcile;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a step answers after looking at the world and doing what was missing. Reasons are single CamelCase words. */
public sealed interface StepResult {
    /** The word of steps that have none of their own for being done. */
    String DONE = "Done";

    /** One word for programs. */
    String reason();

    /** One sentence for people. It must not change from run to run while nothing happens: every change is written to the API. */
    String message();

    static StepResult done() {
        return new Done(DONE, "");
    }

    static StepResult done(String message) {
        return new Done(DONE, message);
    }

    /** Done, with a word of its own; the last step's word is also the reason of Ready. */
    static StepResult done(String reason, String message) {
        return new Done(reason, message);
    }

    static StepResult waiting(String reason, String message, Duration retryIn) {
        return new Waiting(reason, message, Optional.of(retryIn));
    }

    /** Waiting for something whose coming cannot be foreseen; the host looks again less and less often. */
    static StepResult waiting(String reason, String message) {
        return new Waiting(reason, message, Optional.empty());
    }

    static StepResult failed(String reason, String message) {
        return new Failed(reason, message);
    }

    /** The world is as this step wants it. */
    record Done(String reason, String message) implements StepResult {
        public Done {
            Reasons.check(reason, message);
        }
    }

    /**
     * Something is on its way.
     *
     * @param retryIn when to look again if no event comes first; empty leaves it to the host's back-off
     */
    record Waiting(String reason, String message, Optional<Duration> retryIn) implements StepResult {
        public Waiting {
            Reasons.check(reason, message);
            Objects.requireNonNull(retryIn, "retryIn");
        }
    }

    /** Somebody has to change something before it is worth trying again. */
    record Failed(String reason, String message) implements StepResult {
        public Failed {
            Reasons.check(reason, message);
        }
    }

    /** The rule the Kubernetes API has for the reasons of conditions. */
    final class Reasons {
        private static final Pattern REASON = Pattern.compile("[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?");

        private Reasons() {}

        private static void check(String reason, String message) {
            Objects.requireNonNull(message, "message");
            if (!REASON.matcher(reason).matches()) {
                throw new IllegalArgumentException("not a reason: " + reason);
            }
        }
    }
}
