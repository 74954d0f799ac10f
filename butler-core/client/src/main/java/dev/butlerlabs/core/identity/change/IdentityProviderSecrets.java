package dev.butlerlabs.core.identity.change;

import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.SecretReference;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Checks the Secrets of identity providers without returning their content. Thread-safe. */
public final class IdentityProviderSecrets {
    /** The key of a client secret if the reference names none. */
    public static final String CLIENT_SECRET = "client-secret";

    /** The key of a service account of Google Workspace if the reference names none. */
    public static final String SERVICE_ACCOUNT = "service-account.json";

    private final KubernetesClient client;

    public IdentityProviderSecrets(KubernetesClient client) {
        this.client = client;
    }

    /** Returns the Secret that a reference names. IdentityProviders have no namespace, so the default is that of the platform. */
    public static ObjectName name(SecretReference reference) {
        return new ObjectName(Objects.requireNonNullElse(reference.namespace(), Namespaces.SYSTEM), reference.name());
    }

    /**
     * Returns why a reference cannot be used; empty if the Secret has content under the key.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if the Secret cannot be read
     */
    public Optional<String> problem(SecretReference reference, String defaultKey) {
        ObjectName name = name(reference);
        String key = Objects.requireNonNullElse(reference.key(), defaultKey);
        Optional<Secret> secret = KubeErrorMapper.translating(
                "reading Secret " + name,
                () -> Optional.ofNullable(client.secrets()
                        .inNamespace(name.namespace().orElseThrow())
                        .withName(name.name())
                        .get()));
        if (secret.isEmpty()) {
            return Optional.of("Secret %s does not exist.".formatted(name));
        }
        String content = Objects.requireNonNullElse(secret.get().getData(), Map.<String, String>of())
                .getOrDefault(key, "");
        return content.isBlank()
                ? Optional.of("Secret %s has no content under key \"%s\".".formatted(name, key))
                : Optional.empty();
    }
}
