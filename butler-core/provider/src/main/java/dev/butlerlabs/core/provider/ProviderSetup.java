package dev.butlerlabs.core.provider;

import java.util.Map;
import java.util.Objects;

/**
 * A provider's section of a bootstrap file, taken apart into what anybody may see and what nobody may.
 *
 * @param settings the provider's section of a ProviderConfig
 * @param credentials the contents of the credentials Secret
 */
public record ProviderSetup(Map<String, Object> settings, Credentials credentials) {
    public ProviderSetup {
        settings = Map.copyOf(settings);
        Objects.requireNonNull(credentials, "credentials");
    }
}
