package dev.butlerlabs.core.provider;

import dev.butlerlabs.core.config.ConfigSection;
import java.util.Objects;

/**
 * Settings and credentials of an infrastructure.
 *
 * @param section provider section of a ProviderConfig
 * @param credentials content of the credentials Secret
 */
public record ProviderConnectionSettings(ConfigSection section, Credentials credentials) {
    public ProviderConnectionSettings {
        Objects.requireNonNull(section, "section");
        Objects.requireNonNull(credentials, "credentials");
    }
}
