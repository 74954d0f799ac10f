package dev.butlerlabs.core.config;

import dev.butlerlabs.core.api.SensitiveText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** Reads a file that a configuration refers to; its content is always taken for a secret. */
final class SmallFile {
    private static final int LARGEST = 1024 * 1024;

    private SmallFile() {}

    /** The content of a file; nothing, and a problem told, when it cannot be read. */
    static Optional<SensitiveText> read(Place place, String name) {
        if (place.surroundings().isEmpty()) {
            place.report("refers to a file, which is possible only in a file itself", "");
            return Optional.empty();
        }
        Surroundings surroundings = place.surroundings().get();
        try {
            return content(place, surroundings, surroundings.path(name));
        } catch (InvalidPathException _) {
            place.report("refers to a file whose name is not possible", "");
            return Optional.empty();
        }
    }

    private static Optional<SensitiveText> content(Place place, Surroundings surroundings, Path file) {
        try (InputStream stream = surroundings.files().open(file)) {
            // One byte more than is allowed, so that a file without an end is refused too.
            byte[] bytes = stream.readNBytes(LARGEST + 1);
            return bytes.length > LARGEST
                    ? refused(place, file, "is larger than a megabyte")
                    : Optional.of(new SensitiveText(text(bytes)));
        } catch (NoSuchFileException _) {
            return refused(place, file, "does not exist");
        } catch (AccessDeniedException _) {
            return refused(place, file, "may not be read by you");
        } catch (CharacterCodingException _) {
            return refused(place, file, "is not UTF-8 text");
        } catch (IOException _) {
            return refused(place, file, Files.isDirectory(file) ? "is a folder" : "cannot be read");
        }
    }

    private static String text(byte[] bytes) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
    }

    private static Optional<SensitiveText> refused(Place place, Path file, String sentence) {
        place.report("refers to the file %s, which %s".formatted(file, sentence), "check the path and its permissions");
        return Optional.empty();
    }
}
