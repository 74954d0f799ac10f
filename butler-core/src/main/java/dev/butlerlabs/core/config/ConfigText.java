package dev.butlerlabs.core.config;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
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
    public ConfigText {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(text, "text");
    }

    /** The content of a file. */
    public static ConfigText of(Path file) {
        try {
            return new ConfigText(file.toString(), Files.readString(file, StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            throw new ButlerException(ErrorCode.UNREADABLE_FILE, "The file %s does not exist.".formatted(file), e);
        } catch (CharacterCodingException e) {
            throw new ButlerException(ErrorCode.UNREADABLE_FILE, "The file %s is not UTF-8 text.".formatted(file), e);
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.UNREADABLE_FILE, "The file %s cannot be read.".formatted(file), e);
        }
    }

    /** The text may hold secrets. */
    @Override
    public String toString() {
        return "ConfigText[" + source + "]";
    }
}
