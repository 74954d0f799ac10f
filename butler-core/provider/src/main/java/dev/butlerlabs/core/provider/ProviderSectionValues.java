package dev.butlerlabs.core.provider;

import java.util.Map;
import java.util.Objects;

/**
 * The provider section of a bootstrap file, split into settings and credentials.
 *
 * @param settings provider section of a ProviderConfig
 * @param credentials content of the credentials Secret
 */
public record ProviderSectionValues(Map<String, Object> settings, Credentials credentials) {
    public ProviderSectionValues {
        settings = Map.copyOf(settings);
        Objects.requireNonNull(credentials, "credentials");
    }
}
