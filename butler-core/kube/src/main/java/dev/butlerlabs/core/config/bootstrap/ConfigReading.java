package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.Problem;
import java.util.List;
import java.util.Optional;

/**
 * What came of reading a file: a plan, or everything that is wrong.
 *
 * @param config present when there is no problem
 * @param warnings what works, though it is hardly meant; also told beside problems
 */
public record ConfigReading(
        String source, Optional<BootstrapConfig> config, List<Problem> problems, List<Problem> warnings) {
    public ConfigReading {
        problems = List.copyOf(problems);
        warnings = List.copyOf(warnings);
        if (config.isPresent() != problems.isEmpty()) {
            throw new IllegalArgumentException("A plan and problems exclude each other.");
        }
    }

    /** The plan; an exception with every problem when there is none. */
    public BootstrapConfig orThrow() {
        return config.orElseThrow(() -> ButlerException.invalid(
                problems.size() == 1
                        ? "There is a problem in %s.".formatted(source)
                        : "There are %d problems in %s.".formatted(problems.size(), source),
                problems));
    }
}
