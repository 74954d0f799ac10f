package dev.butlerlabs.adm.image;

import dev.butlerlabs.core.image.ImageFactoryClient;
import dev.butlerlabs.core.image.ImageFactorySettings;
import dev.butlerlabs.core.image.ImageFactorySettingsReader;
import dev.butlerlabs.core.provider.Credentials;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** Option for the image factory. */
final class ImageFactoryOption {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @Option(
            names = "--factory",
            paramLabel = "URL",
            description = "URL of the image factory. Defaults to that of the ButlerConfig, or the public one.")
    private String url;

    /** Returns the given URL, with which no cluster is needed. */
    Optional<ImageFactoryClient> given() {
        return Optional.ofNullable(url)
                .map(text -> new ImageFactoryClient(
                        ImageFactorySettings.of("--factory", text, Credentials.none()), TIMEOUT));
    }

    /** Connects to the given image factory, or to that of the platform. The caller closes it. */
    ImageFactoryClient connect(Supplier<KubernetesClient> client) {
        return given().orElseGet(
                        () -> new ImageFactoryClient(new ImageFactorySettingsReader(client.get()).read(), TIMEOUT));
    }
}
