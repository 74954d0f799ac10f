package dev.butlerlabs.adm.image;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.image.ImageFactoryClient;
import dev.butlerlabs.core.image.ImageFactorySettings;
import dev.butlerlabs.core.kube.AtomicFile;
import dev.butlerlabs.core.provider.Credentials;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options for the image factory of an export, which needs no management cluster. */
final class ExportFactoryOptions {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @Option(
            names = "--factory",
            paramLabel = "URL",
            description = "URL of the image factory (default: https://factory.talos.dev).")
    private Optional<String> url = Optional.empty();

    @Option(
            names = "--factory-ca",
            paramLabel = "FILE",
            description = "File with the CA certificates of the image factory in PEM.")
    private Optional<Path> authorities = Optional.empty();

    @Option(
            names = "--factory-token-file",
            paramLabel = "FILE",
            description = "File with a token for the image factory.")
    private Optional<Path> token = Optional.empty();

    /** Connects to the image factory. The caller closes it. */
    ImageFactoryClient connect() {
        Map<String, SensitiveText> credentials = new HashMap<>();
        authorities.ifPresent(file -> credentials.put("ca.pem", read(file)));
        token.ifPresent(file -> credentials.put("token", read(file)));
        String address = url.orElseGet(ImageFactorySettings.PUBLIC.url()::toString);
        return new ImageFactoryClient(
                ImageFactorySettings.of("--factory", address, new Credentials(credentials)), TIMEOUT);
    }

    private static SensitiveText read(Path file) {
        return AtomicFile.read(file)
                .map(SensitiveText::new)
                .orElseThrow(
                        () -> new ButlerException(ErrorCode.UNREADABLE_FILE, "File %s not found.".formatted(file)));
    }
}
