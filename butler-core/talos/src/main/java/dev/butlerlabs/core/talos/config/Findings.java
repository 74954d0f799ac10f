package dev.butlerlabs.core.talos.config;

import dev.butlerlabs.core.error.Problem;
import java.util.List;

/**
 * What a validation found.
 *
 * @param problems what a machine would refuse
 * @param warnings what it would take, though it is hardly meant
 */
public record Findings(List<Problem> problems, List<Problem> warnings) {
    public Findings {
        problems = List.copyOf(problems);
        warnings = List.copyOf(warnings);
    }
}
