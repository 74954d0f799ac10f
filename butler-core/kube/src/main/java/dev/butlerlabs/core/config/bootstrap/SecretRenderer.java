package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.api.SensitiveText;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Renders the Secrets of a plan. */
final class SecretRenderer {
    private SecretRenderer() {}

    static Optional<Secret> credentials(BootstrapConfig config, ProviderSectionResult provider) {
        String name = "%s-%s-credentials".formatted(config.cluster().name(), config.provider());
        return secret(name, config, provider.credentials());
    }

    static Optional<Secret> console(BootstrapConfig config) {
        Map<String, SensitiveText> entries = new TreeMap<>();
        config.consoleSecrets().adminPassword().ifPresent(password -> entries.put("admin-password", password));
        config.consoleSecrets().jwtSecret().ifPresent(key -> entries.put("jwt-secret", key));
        return secret(config.cluster().name() + "-console-credentials", config, entries);
    }

    private static Optional<Secret> secret(String name, BootstrapConfig config, Map<String, SensitiveText> entries) {
        SortedMap<String, String> data = new TreeMap<>();
        entries.forEach((key, text) -> data.put(key, base64(text)));
        return data.isEmpty()
                ? Optional.empty()
                : Optional.of(new SecretBuilder()
                        .withMetadata(BootstrapMetadata.named(name, config))
                        .withType("Opaque")
                        .withData(data)
                        .build());
    }

    private static String base64(SensitiveText text) {
        return Base64.getEncoder().encodeToString(text.value().getBytes(StandardCharsets.UTF_8));
    }
}
