package dev.butlerlabs.core.version;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds the version list of this process: a file or the built-in list. */
public final class VersionListSource {
    /** The environment variable with the path of a newer list. */
    public static final String VARIABLE = "BUTLER_VERSIONS";

    static final Supplier<VersionList> CURRENT = new Supplier<>() {
        private VersionList list;

        @Override
        public synchronized VersionList get() {
            if (list == null) {
                list = load(Optional.ofNullable(System.getenv(VARIABLE)).filter(path -> !path.isBlank()));
            }
            return list;
        }
    };

    private VersionListSource() {}

    /** Returns the list in a file, or the built-in one if no file is named. Addons that the file does not name have the built-in version. */
    public static VersionList load(Optional<String> file) {
        VersionList builtIn = builtIn();
        return file.map(path ->
                        VersionListReader.read(path, text(Path.of(path))).withAddonsOf(builtIn))
                .orElse(builtIn);
    }

    public static VersionList builtIn() {
        return VersionListReader.read("manifests/versions.yaml", builtInText());
    }

    /** Returns the text of the built-in list. */
    public static String builtInText() {
        try (InputStream file = VersionListSource.class.getResourceAsStream("/manifests/versions.yaml")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "Cannot read the version list %s.".formatted(file),
                    "Check the file, or the environment variable %s.".formatted(VARIABLE),
                    List.of(),
                    e);
        }
    }
}
