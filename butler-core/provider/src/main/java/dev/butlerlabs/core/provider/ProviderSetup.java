package dev.butlerlabs.core.provider;

import java.util.Map;
import java.util.Objects;

/**
 * The provider section of a bootstrap file, split into settings and credentials.
 *
 * @param settings provider section of a ProviderConfig
 * @param credentials content of the credentials Secret
 */
public record ProviderSetup(Map<String, Object> settings, Credentials credentials) {
    public ProviderSetup {
        settings = Map.copyOf(settings);
        Objects.requireNonNull(credentials, "credentials");
    }
}
