package dev.butlerlabs.core.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.config.ConfigText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputTextTest {
    private static final CommandContext SESSION = CommandContext.of(
            Terminal.of(
                    new ByteArrayInputStream("typed: true".getBytes(StandardCharsets.UTF_8)),
                    new ByteArrayOutputStream(),
                    new ByteArrayOutputStream(),
                    Map.of(),
                    Set.of()),
            Clock.systemUTC());

    @Test
    void readsAFileOrStandardInput(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("x.yaml"), "stored: true");
        assertThat(InputText.read(SESSION, file).text()).isEqualTo("stored: true");
        ConfigText typed = InputText.read(SESSION, Path.of("-"));
        assertThat(typed.text()).isEqualTo("typed: true");
        assertThat(typed.source()).isEqualTo("standard input");
        assertThatThrownBy(() -> InputText.read(SESSION, folder.resolve("nosuch")))
                .hasMessageContaining("does not exist");
    }
}
