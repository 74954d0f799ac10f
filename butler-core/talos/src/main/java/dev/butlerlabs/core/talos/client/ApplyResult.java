package dev.butlerlabs.core.talos.client;

import java.util.List;
import java.util.Objects;

/**
 * A machine took a configuration.
 *
 * @param mode what AUTO turned out to mean
 * @param details in the machine's own words
 */
public record ApplyResult(ApplyMode mode, String details, List<String> warnings) {
    public ApplyResult {
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(details, "details");
        warnings = List.copyOf(warnings);
    }
}
