package dev.butlerlabs.core.talos.config;

import dev.butlerlabs.core.error.InputProblem;
import java.util.List;

/**
 * The result of a validation.
 *
 * @param problems reasons for a machine to reject the configuration
 * @param warnings valid settings that are probably not intended
 */
public record ValidationFindings(List<InputProblem> problems, List<InputProblem> warnings) {
    public ValidationFindings {
        problems = List.copyOf(problems);
        warnings = List.copyOf(warnings);
    }
}
