package dev.butlerlabs.core.config;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.VariableResolver.Resolved;
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

/** Reads a file that a configuration refers to. Its content is always treated as a secret. */
final class ReferencedFileReader {
    private static final int LARGEST = 1024 * 1024;

    private final ConfigReadContext place;
    private final boolean hidden;

    private ReferencedFileReader(ConfigReadContext place, boolean hidden) {
        this.place = place;
        this.hidden = hidden;
    }

    /**
     * Returns the content of a file.
     *
     * @param name path of the file; not shown in problems if it came from a reference
     * @return empty, with a problem reported, if the file cannot be read
     */
    static Optional<SensitiveText> read(ConfigReadContext place, Resolved name) {
        if (place.surroundings().isEmpty()) {
            place.report("refers to a file, which is only supported in configuration files", "");
            return Optional.empty();
        }
        ConfigEnvironment surroundings = place.surroundings().get();
        try {
            return new ReferencedFileReader(place, name.referred())
                    .content(surroundings, surroundings.path(name.text()));
        } catch (InvalidPathException _) {
            place.report("refers to a file with an invalid name", "");
            return Optional.empty();
        }
    }

    private Optional<SensitiveText> content(ConfigEnvironment surroundings, Path file) {
        try (InputStream stream = surroundings.files().open(file)) {
            // One byte more than the limit, so that an endless file is rejected too.
            byte[] bytes = stream.readNBytes(LARGEST + 1);
            return bytes.length > LARGEST
                    ? refused(file, "is larger than 1 MiB")
                    : Optional.of(new SensitiveText(text(bytes)));
        } catch (NoSuchFileException _) {
            return refused(file, "does not exist");
        } catch (AccessDeniedException _) {
            return refused(file, "is not readable for the current user");
        } catch (CharacterCodingException _) {
            return refused(file, "is not UTF-8 text");
        } catch (IOException _) {
            return refused(file, Files.isDirectory(file) ? "is a directory" : "cannot be read");
        }
    }

    private static String text(byte[] bytes) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
    }

    private Optional<SensitiveText> refused(Path file, String sentence) {
        String shown = hidden ? "a file" : "the file " + MessageExcerpt.sentence(file.toString());
        place.report("refers to %s, which %s".formatted(shown, sentence), "check the path and its permissions");
        return Optional.empty();
    }
}
