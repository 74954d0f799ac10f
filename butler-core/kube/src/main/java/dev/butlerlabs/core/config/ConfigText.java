package dev.butlerlabs.core.config;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * The text of a configuration.
 *
 * @param source name used in problems, such as {@code bootstrap.yaml}
 */
public record ConfigText(String source, String text) {
    /** Maximum size of a file. The parser of its format may set a lower limit. */
    public static final int MAX_BYTES = 4 * 1024 * 1024;

    public ConfigText {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(text, "text");
    }

    /**
     * Returns the content of a file.
     *
     * @throws ButlerException if it cannot be read, is too large or is not UTF-8
     */
    public static ConfigText of(Path file) {
        try {
            return read(file.toString(), Files.newInputStream(file));
        } catch (NoSuchFileException e) {
            throw unreadable("The file %s does not exist.".formatted(file), "Check the path.", e);
        } catch (CharacterCodingException e) {
            throw unreadable("The file %s is not UTF-8 text.".formatted(file), "Check the path and the encoding.", e);
        } catch (IOException e) {
            throw Files.isDirectory(file)
                    ? unreadable("%s is a directory, not a file.".formatted(file), "Pass the path of a file.", e)
                    : new ButlerException(ErrorCode.UNREADABLE_FILE, "Cannot read the file %s.".formatted(file), e);
        }
    }

    private static ButlerException unreadable(String sentence, String hint, IOException cause) {
        return new ButlerException(ErrorCode.UNREADABLE_FILE, sentence, hint, List.of(), cause);
    }

    /**
     * Reads a stream to its end and closes it.
     *
     * @throws ButlerException if it is larger than {@link #MAX_BYTES}
     * @throws CharacterCodingException if it is not UTF-8
     */
    public static ConfigText read(String source, InputStream stream) throws IOException {
        try (stream) {
            byte[] bytes = stream.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new ButlerException(
                        ErrorCode.UNREADABLE_FILE, "%s is larger than %d MiB.".formatted(source, MAX_BYTES >> 20));
            }
            return new ConfigText(
                    source,
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes))
                            .toString());
        }
    }

    /** Omits the text, which may contain secrets. */
    @Override
    public String toString() {
        return "ConfigText[" + source + "]";
    }
}
