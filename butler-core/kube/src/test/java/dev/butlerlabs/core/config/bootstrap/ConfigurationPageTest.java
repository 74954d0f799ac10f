package dev.butlerlabs.core.config.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.config.ConfigEnvironment;
import dev.butlerlabs.core.config.ConfigKeyDescription;
import dev.butlerlabs.core.config.ConfigText;
import dev.butlerlabs.core.testing.GoldenFile;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page that explains the file keeps its word. */
class ConfigurationPageTest {
    private static final String PAGE = "docs/configuration.md";
    private static final String BEGIN = "<!-- keys -->\n";
    private static final String END = "<!-- /keys -->\n";

    @Test
    void theTableOfKeysIsTheOneOfTheReader() throws IOException {
        String page = page();
        String table =
                BootstrapSchema.rows().stream().map(ConfigurationPageTest::row).collect(Collectors.joining());

        GoldenFile.check(
                PAGE,
                page.substring(0, page.indexOf(BEGIN) + BEGIN.length())
                        + "| key | value | left out | meaning |\n|---|---|---|---|\n"
                        + table
                        + page.substring(page.indexOf(END)));
    }

    @Test
    void theFileOnThePageIsRead() throws IOException {
        String page = page();
        String file =
                page.substring(page.indexOf("```yaml\n") + 8, page.indexOf("```\n", page.indexOf("```yaml\n") + 8));
        ConfigEnvironment surroundings =
                new ConfigEnvironment(_ -> Optional.of("secret"), Path.of("/nowhere"), Path.of("/nowhere"));
        ConfigReadResult reading =
                new ConfigReader(surroundings, List.of(ExampleProvider.RULE)).read(new ConfigText("page", file));

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.warnings()).isEmpty();
    }

    private static String row(ConfigKeyDescription row) {
        return "| `%s` | %s | %s | %s |\n"
                .formatted(
                        row.path(),
                        row.type(),
                        row.presence(),
                        row.description().replace("<", "&lt;"));
    }

    private static String page() throws IOException {
        return Files.readString(ProjectRoot.find().resolve(PAGE));
    }
}
