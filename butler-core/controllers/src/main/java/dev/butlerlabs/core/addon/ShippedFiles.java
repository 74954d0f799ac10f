package dev.butlerlabs.core.addon;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Files that ship with the program.
 *
 * @param folder where they lie on the class path, from slash to slash
 */
record ShippedFiles(String folder) {
    ShippedFiles {
        Objects.requireNonNull(folder, "folder");
    }

    /** Empty when there is no such file. */
    Optional<String> text(String file) {
        try (InputStream stream = ShippedFiles.class.getResourceAsStream(folder + file)) {
            return stream == null
                    ? Optional.empty()
                    : Optional.of(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String require(String file) {
        return text(file).orElseThrow(() -> new IllegalStateException("not shipped: " + folder + file));
    }

    /** The words of a file that lists others, which no program can find by itself. */
    List<String> listed(String file) {
        return require(file).lines().map(String::strip).toList();
    }
}
