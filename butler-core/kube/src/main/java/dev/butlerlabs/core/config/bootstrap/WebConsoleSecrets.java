package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.api.SensitiveText;
import java.util.Optional;

/** The configured secrets of the web console. Missing ones are generated. */
public record WebConsoleSecrets(Optional<SensitiveText> adminPassword, Optional<SensitiveText> jwtSecret) {
    static final WebConsoleSecrets NONE = new WebConsoleSecrets(Optional.empty(), Optional.empty());
}
