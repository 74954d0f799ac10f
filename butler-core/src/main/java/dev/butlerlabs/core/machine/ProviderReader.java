package dev.butlerlabs.core.machine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.SecretReference;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.Problems;
import dev.butlerlabs.core.config.Section;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrors;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.Infrastructure;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderAccess;
import dev.butlerlabs.core.provider.Providers;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads ProviderConfigs and the Secrets they name, and makes of both what a provider wants to see. */
final class ProviderReader {
    private final KubernetesClient client;

    ProviderReader(KubernetesClient client) {
        this.client = client;
    }

    Optional<ProviderConfig> config(ObjectName name) {
        return KubeErrors.translating(
                "reading ProviderConfig " + name,
                () -> Optional.ofNullable(client.resources(ProviderConfig.class)
                        .inNamespace(name.namespace().orElseThrow())
                        .withName(name.name())
                        .get()));
    }

    Optional<Secret> secret(ObjectName name) {
        return KubeErrors.translating(
                "reading Secret " + name,
                () -> Optional.ofNullable(client.secrets()
                        .inNamespace(name.namespace().orElseThrow())
                        .withName(name.name())
                        .get()));
    }

    /** Where the credentials lie; empty for infrastructures that need none. */
    static Optional<ObjectName> secretName(ProviderConfig config) {
        String home = config.getMetadata().getNamespace();
        return Optional.ofNullable(config.getSpec().credentialsRef())
                .map(reference -> new ObjectName(namespace(reference, home), reference.name()));
    }

    private static String namespace(SecretReference reference, String home) {
        return Optional.ofNullable(reference.namespace())
                .filter(namespace -> !namespace.isEmpty())
                .orElse(home);
    }

    ProviderAccess access(ProviderConfig config, Optional<Secret> secret) {
        String provider = config.getSpec().provider();
        JsonNode spec = client.getKubernetesSerialization().convertValue(config.getSpec(), JsonNode.class);
        return new ProviderAccess(
                Section.of("spec." + provider, spec.path(provider), new Problems()),
                secret.map(ProviderReader::credentials).orElseGet(Credentials::none));
    }

    /** Connects with the credentials that the ProviderConfig names; they have to be there. */
    Infrastructure connect(ProviderConfig config, Providers providers) {
        InfrastructureProvider provider = providers.require(config.getSpec().provider());
        return provider.connect(access(config, requiredSecret(config)));
    }

    private Optional<Secret> requiredSecret(ProviderConfig config) {
        Optional<ObjectName> name = secretName(config);
        Optional<Secret> secret = name.flatMap(this::secret);
        if (name.isPresent() && secret.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.NOT_FOUND,
                    "There is no Secret %s with the credentials.".formatted(name.get()),
                    "Create it, or correct credentialsRef.");
        }
        return secret;
    }

    static Credentials credentials(Secret secret) {
        Map<String, SensitiveText> values = new HashMap<>();
        Optional.ofNullable(secret.getData())
                .orElse(Map.of())
                .forEach((key, encoded) -> values.put(
                        key,
                        new SensitiveText(new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8))));
        return new Credentials(values);
    }
}
