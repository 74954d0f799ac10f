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
 * The provider section of a file, converted by the provider.
 *
 * @param settings a ProviderConfig; only the block of the provider is used
 * @param credentials content of the Secret by key; empty if the provider needs no credentials
 * @param credentialsKey the key of the Secret to reference, if there is a single one
 */
public record ProviderSectionResult(
        ProviderConfigSpec settings, SortedMap<String, SensitiveText> credentials, Optional<String> credentialsKey) {
    public ProviderSectionResult {
        Objects.requireNonNull(settings, "settings");
        credentials = Collections.unmodifiableSortedMap(new TreeMap<>(credentials));
        Objects.requireNonNull(credentialsKey, "credentialsKey");
    }

    public ProviderSectionResult(ProviderConfigSpec settings, Map<String, SensitiveText> credentials) {
        this(settings, new TreeMap<>(credentials), Optional.empty());
    }
}
