package dev.butlerlabs.core.addon;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Files that are part of the program.
 *
 * @param directory their directory on the class path, with leading and trailing slash
 */
record ShippedFiles(String directory) {
    ShippedFiles {
        Objects.requireNonNull(directory, "directory");
    }

    /** Returns the content; empty if the file does not exist. */
    Optional<String> text(String file) {
        try (InputStream stream = ShippedFiles.class.getResourceAsStream(directory + file)) {
            return stream == null
                    ? Optional.empty()
                    : Optional.of(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String require(String file) {
        return text(file).orElseThrow(() -> new IllegalStateException("missing resource: " + directory + file));
    }

    /** Returns the lines of a file that lists others, since directories of the class path cannot be listed. */
    List<String> listed(String file) {
        return require(file).lines().map(String::strip).toList();
    }
}
