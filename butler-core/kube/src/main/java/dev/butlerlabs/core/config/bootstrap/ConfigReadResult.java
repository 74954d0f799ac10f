package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import java.util.List;
import java.util.Optional;

/**
 * The result of reading a file: a configuration, or all problems.
 *
 * @param config present if no problem was found
 * @param warnings valid settings that are probably not intended; present with or without problems
 */
public record ConfigReadResult(
        String source, Optional<BootstrapConfig> config, List<InputProblem> problems, List<InputProblem> warnings) {
    public ConfigReadResult {
        problems = List.copyOf(problems);
        warnings = List.copyOf(warnings);
        if (config.isPresent() != problems.isEmpty()) {
            throw new IllegalArgumentException("A configuration and problems are mutually exclusive.");
        }
    }

    /**
     * Returns the configuration.
     *
     * @throws dev.butlerlabs.core.error.ButlerException with every problem, if there is any
     */
    public BootstrapConfig orThrow() {
        return config.orElseThrow(() -> ButlerException.invalid(
                problems.size() == 1
                        ? "Invalid configuration %s: 1 problem found.".formatted(source)
                        : "Invalid configuration %2$s: %1$d problems found.".formatted(problems.size(), source),
                problems));
    }
}
