package dev.butlerlabs.core.provider.gcp;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.kube.UserDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds the application default credentials of the user: the file in {@code GOOGLE_APPLICATION_CREDENTIALS}, then the file of gcloud. The
 * metadata server is used only if the settings request it.
 *
 * @param variables environment variables by name
 */
record ApplicationDefaultCredentials(Function<String, Optional<String>> variables, Path home) {
    private static final String VARIABLE = "GOOGLE_APPLICATION_CREDENTIALS";

    static ApplicationDefaultCredentials ofThisProcess() {
        return new ApplicationDefaultCredentials(
                name -> Optional.ofNullable(System.getenv(name)).filter(text -> !text.isBlank()),
                UserDirectories.ofThisProcess().home());
    }

    /**
     * A file with credentials.
     *
     * @param origin variable or path, for messages
     */
    record Found(String origin, SensitiveText content) {}

    /** Returns the first credentials; a variable that refers to a missing file means that there are none. */
    Optional<Found> find() {
        Optional<String> named = variables.apply(VARIABLE);
        return named.isPresent()
                ? path(named.get()).flatMap(file -> read(VARIABLE, file))
                : read("the application default credentials of gcloud", gcloud());
    }

    private Path gcloud() {
        return variables
                .apply("CLOUDSDK_CONFIG")
                .flatMap(ApplicationDefaultCredentials::path)
                .orElseGet(() -> home.resolve(".config/gcloud"))
                .resolve("application_default_credentials.json");
    }

    private static Optional<Path> path(String text) {
        try {
            return Optional.of(Path.of(text));
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }

    private static Optional<Found> read(String origin, Path file) {
        try {
            return Optional.of(new Found(origin, new SensitiveText(Files.readString(file))));
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
