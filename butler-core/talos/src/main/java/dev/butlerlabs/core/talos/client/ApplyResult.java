package dev.butlerlabs.core.talos.client;

import java.util.List;
import java.util.Objects;

/**
 * The result of applying a configuration.
 *
 * @param mode the mode that AUTO resolved to
 * @param details message of the machine
 */
public record ApplyResult(ApplyMode mode, String details, List<String> warnings) {
    public ApplyResult {
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(details, "details");
        warnings = List.copyOf(warnings);
    }
}
