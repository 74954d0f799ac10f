package dev.butlerlabs.core.cli.doctor;

import dev.butlerlabs.core.error.ButlerException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * The result of a check. Contains no secrets.
 *
 * @param check name of the check, such as {@code Clock}
 * @param message what was found, and why it matters
 * @param fix what to do; empty if nothing has to be done
 */
public record DoctorResult(String check, State state, String message, String fix) {
    public DoctorResult {
        Objects.requireNonNull(check, "check");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(fix, "fix");
    }

    public static DoctorResult ok(String check, String message) {
        return new DoctorResult(check, State.OK, message, "");
    }

    public static DoctorResult warning(String check, String message, String fix) {
        return new DoctorResult(check, State.WARNING, message, fix);
    }

    public static DoctorResult problem(String check, String message, String fix) {
        return new DoctorResult(check, State.PROBLEM, message, fix);
    }

    /** Returns a failure as a problem. */
    public static DoctorResult problem(String check, ButlerException failure) {
        return problem(check, failure.getMessage(), failure.hint());
    }

    Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("check", check);
        document.put("state", state.toString());
        document.put("message", message);
        if (!fix.isEmpty()) {
            document.put("fix", fix);
        }
        return document;
    }

    /** How serious a finding is. */
    public enum State {
        OK,
        /** Works, but should be reviewed. */
        WARNING,
        /** Some commands fail. */
        PROBLEM;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
