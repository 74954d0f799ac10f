package dev.butlerlabs.core.config;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.References.Resolved;
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

    private final Place place;
    private final boolean hidden;

    private SmallFile(Place place, boolean hidden) {
        this.place = place;
        this.hidden = hidden;
    }

    /**
     * The content of a file; nothing, and a problem told, when it cannot be read.
     *
     * @param name its path, which is not told either when it came from elsewhere
     */
    static Optional<SensitiveText> read(Place place, Resolved name) {
        if (place.surroundings().isEmpty()) {
            place.report("refers to a file, which is possible only in a file itself", "");
            return Optional.empty();
        }
        Surroundings surroundings = place.surroundings().get();
        try {
            return new SmallFile(place, name.referred()).content(surroundings, surroundings.path(name.text()));
        } catch (InvalidPathException _) {
            place.report("refers to a file whose name is not possible", "");
            return Optional.empty();
        }
    }

    private Optional<SensitiveText> content(Surroundings surroundings, Path file) {
        try (InputStream stream = surroundings.files().open(file)) {
            // One byte more than is allowed, so that a file without an end is refused too.
            byte[] bytes = stream.readNBytes(LARGEST + 1);
            return bytes.length > LARGEST
                    ? refused(file, "is larger than a megabyte")
                    : Optional.of(new SensitiveText(text(bytes)));
        } catch (NoSuchFileException _) {
            return refused(file, "does not exist");
        } catch (AccessDeniedException _) {
            return refused(file, "may not be read by you");
        } catch (CharacterCodingException _) {
            return refused(file, "is not UTF-8 text");
        } catch (IOException _) {
            return refused(file, Files.isDirectory(file) ? "is a folder" : "cannot be read");
        }
    }

    private static String text(byte[] bytes) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
    }

    private Optional<SensitiveText> refused(Path file, String sentence) {
        String shown = hidden ? "a file" : "the file " + Shown.sentence(file.toString());
        place.report("refers to %s, which %s".formatted(shown, sentence), "check the path and its permissions");
        return Optional.empty();
    }
}
