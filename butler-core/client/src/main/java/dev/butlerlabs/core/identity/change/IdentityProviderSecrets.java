package dev.butlerlabs.core.identity.change;

import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.SecretReference;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Checks and reads the Secrets of identity providers. Thread-safe. */
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
     * @throws ButlerException if the Secret cannot be read
     */
    public Optional<String> problem(SecretReference reference, String defaultKey) {
        ObjectName name = name(reference);
        String key = Objects.requireNonNullElse(reference.key(), defaultKey);
        Optional<Secret> secret = find(name);
        if (secret.isEmpty()) {
            return Optional.of("Secret %s does not exist.".formatted(name));
        }
        return encoded(secret.get(), key).isBlank()
                ? Optional.of("Secret %s has no content under key \"%s\".".formatted(name, key))
                : Optional.empty();
    }

    /**
     * Returns the content that a reference names, without surrounding white space; empty if there is none or the user is not permitted to
     * read it.
     *
     * @throws ButlerException if the Secret cannot be read for another reason
     */
    public Optional<String> readIfPermitted(SecretReference reference, String defaultKey) {
        try {
            return find(name(reference))
                    .map(secret -> encoded(secret, Objects.requireNonNullElse(reference.key(), defaultKey)))
                    .map(text -> new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8).strip())
                    .filter(text -> !text.isEmpty());
        } catch (ButlerException e) {
            if (e.kind() == ErrorKind.DENIED) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private Optional<Secret> find(ObjectName name) {
        return KubeErrorMapper.translating(
                "reading Secret " + name,
                () -> Optional.ofNullable(client.secrets()
                        .inNamespace(name.namespace().orElseThrow())
                        .withName(name.name())
                        .get()));
    }

    private static String encoded(Secret secret, String key) {
        return Objects.requireNonNullElse(secret.getData(), Map.<String, String>of())
                .getOrDefault(key, "");
    }
}
