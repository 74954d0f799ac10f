package dev.butlerlabs.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigTextTest {
    @TempDir
    private Path directory;

    @Test
    void namesWhyAFileCannotBeRead() throws IOException {
        Path absent = directory.resolve("absent.yaml");
        assertRejected(absent, "The file %s does not exist.".formatted(absent), "Check the path.");
        assertRejected(directory, "%s is a directory, not a file.".formatted(directory), "Pass the path of a file.");
        Path binary = Files.write(directory.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe});
        assertRejected(binary, "The file %s is not UTF-8 text.".formatted(binary), "Check the path and the encoding.");
    }

    private static void assertRejected(Path file, String message, String hint) {
        ButlerException failure = catchThrowableOfType(ButlerException.class, () -> ConfigText.of(file));
        assertThat(failure.code()).isEqualTo(ErrorCode.UNREADABLE_FILE);
        assertThat(failure).hasMessage(message);
        assertThat(failure.hint()).isEqualTo(hint);
    }
}
