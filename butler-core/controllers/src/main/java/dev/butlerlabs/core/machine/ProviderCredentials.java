package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.SecretReference;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.boundary.ObjectReferencePath;
import dev.butlerlabs.core.boundary.PolicyViolation;
import dev.butlerlabs.core.boundary.ReferencePolicy;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.Credentials;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads the credentials of ProviderConfigs. All controllers resolve {@code spec.credentialsRef} through this class. Thread-safe. */
public final class ProviderCredentials {
    private final Function<ObjectName, Optional<Secret>> secrets;

    public ProviderCredentials(KubernetesClient client) {
        this(secrets(client));
    }

    /** @param secrets reads a Secret with its content */
    public ProviderCredentials(Function<ObjectName, Optional<Secret>> secrets) {
        this.secrets = secrets;
    }

    /** Returns a function that reads Secrets from the API server. */
    public static Function<ObjectName, Optional<Secret>> secrets(KubernetesClient client) {
        return name -> KubeErrorMapper.translating(
                "reading Secret " + name,
                () -> Optional.ofNullable(client.secrets()
                        .inNamespace(name.namespace().orElseThrow())
                        .withName(name.name())
                        .get()));
    }

    /** The result of a lookup. */
    public sealed interface Lookup {
        /** The ProviderConfig references no Secret. */
        record NotNeeded() implements Lookup {}

        record Found(Secret secret) implements Lookup {
            public Credentials credentials() {
                return ProviderCredentials.of(secret);
            }
        }

        record Missing(ObjectName name) implements Lookup {}

        /** The Secret is in another namespace and does not permit the reference. */
        record Refused(PolicyViolation refusal) implements Lookup {}
    }

    /**
     * Looks up the Secret of a ProviderConfig.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if the Secret cannot be read
     */
    public Lookup of(ProviderConfig config) {
        return secretName(config)
                .map(name -> lookup(config.getMetadata().getNamespace(), name))
                .orElseGet(Lookup.NotNeeded::new);
    }

    private Lookup lookup(String namespace, ObjectName name) {
        Optional<Secret> secret = secret(name);
        return ReferencePolicy.checkGranted(
                        new ObjectReferencePath("spec.credentialsRef", namespace, "Secret", name), secret)
                .<Lookup>map(Lookup.Refused::new)
                .or(() -> secret.map(Lookup.Found::new))
                .orElseGet(() -> new Lookup.Missing(name));
    }

    Optional<Secret> secret(ObjectName name) {
        return secrets.apply(name);
    }

    /** Returns the Secret that a ProviderConfig references; empty for infrastructures without credentials. */
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

    static Credentials of(Secret secret) {
        Map<String, SensitiveText> values = new HashMap<>();
        Optional.ofNullable(secret.getData())
                .orElse(Map.of())
                .forEach((key, encoded) -> values.put(
                        key,
                        new SensitiveText(new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8))));
        return new Credentials(values);
    }
}
