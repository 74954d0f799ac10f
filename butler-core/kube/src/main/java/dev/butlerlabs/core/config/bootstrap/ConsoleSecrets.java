package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.api.SensitiveText;
import java.util.Optional;

/** Secrets of the web console that the author chose; those left out are made by chance. */
public record ConsoleSecrets(Optional<SensitiveText> adminPassword, Optional<SensitiveText> jwtSecret) {
    static final ConsoleSecrets NONE = new ConsoleSecrets(Optional.empty(), Optional.empty());
}
