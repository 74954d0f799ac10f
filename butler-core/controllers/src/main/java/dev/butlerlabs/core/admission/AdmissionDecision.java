package dev.butlerlabs.core.admission;

import java.util.List;

/**
 * The answer to an {@link AdmissionRequest}.
 *
 * @param problems why the change is rejected, each with its field, reason and fix; none if it is admitted
 */
public record AdmissionDecision(List<String> problems) {
    public static final AdmissionDecision ADMITTED = new AdmissionDecision(List.of());

    public AdmissionDecision {
        problems = List.copyOf(problems);
    }

    public boolean isAdmitted() {
        return problems.isEmpty();
    }
}
