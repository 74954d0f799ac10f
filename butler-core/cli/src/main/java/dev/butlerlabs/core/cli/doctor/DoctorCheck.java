package dev.butlerlabs.core.cli.doctor;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A check with one or more findings.
 *
 * @param name used for the finding if the check fails or takes too long
 * @param prerequisite name of an earlier check; if that one has a problem, this one has no findings
 * @param body performs the check; may block
 */
public record DoctorCheck(String name, Optional<String> prerequisite, Supplier<List<DoctorResult>> body) {
    public DoctorCheck {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(prerequisite, "prerequisite");
        Objects.requireNonNull(body, "body");
    }

    public DoctorCheck(String name, Supplier<List<DoctorResult>> body) {
        this(name, Optional.empty(), body);
    }

    /** Returns a check with one finding. */
    public static DoctorCheck of(String name, Supplier<DoctorResult> body) {
        return new DoctorCheck(name, () -> List.of(body.get()));
    }

    DoctorCheck after(String other) {
        return new DoctorCheck(name, Optional.of(other), body);
    }
}
