package dev.butlerlabs.core.image;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ButlerConfigSpec.ImageFactory;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.SecretReference;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.Credentials;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads the Image Factory of the platform from the ButlerConfig. Thread-safe. */
public final class ImageFactorySettingsReader {
    private static final String PLATFORM = "butler";

    private final KubernetesClient client;

    public ImageFactorySettingsReader(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Returns the configured Image Factory, or the public one.
     *
     * @throws ButlerException if the settings cannot be read or are not valid, or the Secret does not exist
     */
    public ImageFactorySettings read() {
        return factory()
                .map(factory -> ImageFactorySettings.of(factory.url(), credentials(factory)))
                .orElse(ImageFactorySettings.PUBLIC);
    }

    private Optional<ImageFactory> factory() {
        return KubeErrorMapper.translating(
                        "reading ButlerConfig " + PLATFORM,
                        () -> Optional.ofNullable(client.resources(ButlerConfig.class)
                                .withName(PLATFORM)
                                .get()))
                .map(config -> config.getSpec().imageFactory())
                .filter(factory -> factory.url() != null && !factory.url().isBlank());
    }

    private Credentials credentials(ImageFactory factory) {
        return Optional.ofNullable(factory.credentialsRef())
                .map(ImageFactorySettingsReader::name)
                .map(this::secret)
                .map(ImageFactorySettingsReader::credentials)
                .orElseGet(Credentials::none);
    }

    private static ObjectName name(SecretReference reference) {
        String namespace = Optional.ofNullable(reference.namespace())
                .filter(text -> !text.isEmpty())
                .orElse(Namespaces.SYSTEM);
        return new ObjectName(namespace, reference.name());
    }

    private Secret secret(ObjectName name) {
        return KubeErrorMapper.translating(
                        "reading Secret " + name,
                        () -> Optional.ofNullable(client.secrets()
                                .inNamespace(name.namespace().orElseThrow())
                                .withName(name.name())
                                .get()))
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_FOUND,
                        "Secret %s with the credentials of the image factory not found.".formatted(name),
                        "Create it, or change spec.imageFactory.credentialsRef of the ButlerConfig."));
    }

    private static Credentials credentials(Secret secret) {
        return new Credentials(Optional.ofNullable(secret.getData()).orElse(Map.of()).entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        entry -> new SensitiveText(
                                new String(Base64.getDecoder().decode(entry.getValue()), StandardCharsets.UTF_8)))));
    }
}
