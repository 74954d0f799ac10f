package dev.butlerlabs.core.provider;

import dev.butlerlabs.core.config.Section;
import java.util.Objects;

/**
 * Where an infrastructure is and how to log in.
 *
 * @param section the provider's section of a ProviderConfig
 * @param credentials what the credentials Secret holds
 */
public record ProviderAccess(Section section, Credentials credentials) {
    public ProviderAccess {
        Objects.requireNonNull(section, "section");
        Objects.requireNonNull(credentials, "credentials");
    }
}
