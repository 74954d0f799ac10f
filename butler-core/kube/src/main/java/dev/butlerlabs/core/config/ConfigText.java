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
import java.util.Objects;

/**
 * A configuration as it was written.
 *
 * @param source what problems call it, such as {@code bootstrap.yaml}
 */
public record ConfigText(String source, String text) {
    /** How much of a file is read; the parser of its format may set a lower limit. */
    public static final int MAX_BYTES = 4 * 1024 * 1024;

    public ConfigText {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(text, "text");
    }

    /** The content of a file. */
    public static ConfigText of(Path file) {
        try {
            return read(file.toString(), Files.newInputStream(file));
        } catch (NoSuchFileException e) {
            throw new ButlerException(ErrorCode.UNREADABLE_FILE, "The file %s does not exist.".formatted(file), e);
        } catch (CharacterCodingException e) {
            throw new ButlerException(ErrorCode.UNREADABLE_FILE, "The file %s is not UTF-8 text.".formatted(file), e);
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.UNREADABLE_FILE, "The file %s cannot be read.".formatted(file), e);
        }
    }

    /**
     * Reads a stream to its end and closes it.
     *
     * @throws ButlerException when it holds more than {@link #MAX_BYTES}
     * @throws CharacterCodingException when it is not UTF-8
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

    /** The text may hold secrets. */
    @Override
    public String toString() {
        return "ConfigText[" + source + "]";
    }
}
