package dev.butlerlabs.core.certificate;

import java.util.Objects;
import java.util.Optional;

/**
 * A step of the rotation of a CA. Immutable.
 *
 * @param action what is done, and where
 * @param effect what is interrupted or stops working
 * @param command the command that does it; empty if it is part of another command
 */
public record CaRotationStep(String action, String effect, Optional<String> command) {
    /** The effect of steps that interrupt nothing. */
    public static final String NONE = "none";

    public CaRotationStep {
        Objects.requireNonNull(action, "action");
        Objects.requireNonNull(effect, "effect");
        Objects.requireNonNull(command, "command");
    }

    static CaRotationStep of(String action, String effect) {
        return new CaRotationStep(action, effect, Optional.empty());
    }

    CaRotationStep by(String line) {
        return new CaRotationStep(action, effect, Optional.of(line));
    }
}
