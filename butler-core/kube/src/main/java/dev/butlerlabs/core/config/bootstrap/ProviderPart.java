package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.api.SensitiveText;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a provider makes of its section.
 *
 * @param settings a ProviderConfig of which only the provider's own block counts
 * @param credentials the content of the Secret, by key; empty when the provider needs none
 * @param credentialsKey the one key of the Secret that is meant, where there is one
 */
public record ProviderPart(
        ProviderConfigSpec settings, SortedMap<String, SensitiveText> credentials, Optional<String> credentialsKey) {
    public ProviderPart {
        Objects.requireNonNull(settings, "settings");
        credentials = Collections.unmodifiableSortedMap(new TreeMap<>(credentials));
        Objects.requireNonNull(credentialsKey, "credentialsKey");
    }

    public ProviderPart(ProviderConfigSpec settings, Map<String, SensitiveText> credentials) {
        this(settings, new TreeMap<>(credentials), Optional.empty());
    }
}
