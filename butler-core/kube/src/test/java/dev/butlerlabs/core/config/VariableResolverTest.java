package dev.butlerlabs.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.SensitiveText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that are somewhere else than in the file. */
class VariableResolverTest {
    private static final ConfigKey<SensitiveText> SECRET =
            ConfigKey.optional("secret", ConfigValueTypes.secret(), "A secret.");
    private static final ConfigKey<SensitiveText> CONTENT =
            ConfigKey.optional("path", ConfigValueTypes.fileContent(), "A file.");
    private static final ConfigKey<String> TEXT = ConfigKey.optional("text", ConfigValueTypes.text(), "A text.");
    private static final ConfigKeys KEYS = ConfigKeys.of(SECRET, CONTENT, TEXT);
    private static final Map<String, String> VARIABLES =
            Map.of("ONE", "1", "TWO", "2", "EMPTY", "", "FILE", "file:x", "NEST", "${ONE}");

    @TempDir
    Path home;

    @TempDir
    Path folder;

    @BeforeEach
    void files() throws IOException {
        Files.writeString(home.resolve("at-home"), "home\n");
        Files.writeString(folder.resolve("beside"), "beside\r\n");
        Files.writeString(folder.resolve("lines"), "a\nb\n\n");
        Files.writeString(folder.resolve("empty"), "");
        Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        Files.writeString(folder.resolve("huge"), "x".repeat(1024 * 1024 + 1));
        Files.createDirectory(folder.resolve("folder"));
    }

    @ParameterizedTest
    @CsvSource({
        "'${ONE}', 1",
        "'a${ONE}b${TWO}c', a1b2c",
        "'${ONE}${TWO}', 12",
        "'$${ONE}', '${ONE}'",
        "'$$${ONE}', '$${ONE}'",
        "'$ONE', '$ONE'",
        "'a$', 'a$'",
        "'${EMPTY}x', x",
        "'${NEST}', '${ONE}'",
        "'}${ONE}{', '}1{'",
        "'file:beside', 'file:beside'",
    })
    void variablesAreFilledIn(String written, String meant) {
        assertThat(read("text", written).get(TEXT)).isEqualTo(meant);
    }

    @ParameterizedTest
    @CsvSource({
        "'${NONE}', 'refers to the variable NONE, which is not set'",
        "'${}', 'has a reference that is not a valid variable name'",
        "'${ONE:-2}', 'has a reference that is not a valid variable name'",
        "'a ${ONE', 'has a ''${'' without a closing ''}'''",
    })
    void whatCannotBeFilledInIsAProblem(String written, String sentence) {
        ConfigSettings settings = read("text", written);

        assertThat(settings.find(TEXT)).isEmpty();
        assertThat(settings.section().problems().problems()).singleElement().satisfies(problem -> {
            assertThat(problem.path()).isEqualTo("test:1:7 text");
            assertThat(problem.sentence()).isEqualTo(sentence);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "file:~/at-home, home",
        "file:beside, beside",
        "file:./folder/../beside, beside",
        "'file:lines', 'a\nb\n'",
        "'${FILE}', file:x",
        "'$${ONE}', '${ONE}'",
    })
    void secretsAreReadFromFiles(String written, String meant) {
        ConfigSettings settings = read("secret", written);

        assertThat(settings.section().problems().problems()).isEmpty();
        assertThat(settings.get(SECRET)).isEqualTo(new SensitiveText(meant));
    }

    @Test
    void aFileThatIsNamedIsReadAsItIs() {
        assertThat(read("path", "~/at-home").get(CONTENT)).isEqualTo(new SensitiveText("home\n"));
        assertThat(read("path", home.resolve("at-home").toString()).get(CONTENT))
                .isEqualTo(new SensitiveText("home\n"));
    }

    @ParameterizedTest
    @CsvSource({
        "none, does not exist",
        "folder, is a directory",
        "binary, is not UTF-8 text",
        "huge, is larger than 1 MiB",
    })
    void aFileThatCannotBeReadIsAProblem(String name, String sentence) {
        for (String key : List.of("secret", "path")) {
            ConfigSettings settings = read(key, key.equals("secret") ? "file:" + name : name);

            assertThat(settings.section().problems().problems())
                    .singleElement()
                    .satisfies(problem -> assertThat(problem.sentence())
                            .isEqualTo("refers to the file %s, which %s".formatted(folder.resolve(name), sentence)));
        }
    }

    @ParameterizedTest
    @CsvSource({"secret, 'file:${TWO}'", "path, '${TWO}'"})
    void aPathFromElsewhereIsNotTold(String key, String written) {
        assertThat(read(key, written).section().problems().problems())
                .singleElement()
                .satisfies(
                        problem -> assertThat(problem.sentence()).isEqualTo("refers to a file, which does not exist"));
    }

    @ParameterizedTest
    @CsvSource({"secret, file:empty", "secret, '${EMPTY}'", "path, empty"})
    void whatIsEmptyIsNoSecret(String key, String written) {
        assertThat(read(key, written).section().problems().problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.sentence()).contains("empty"));
    }

    private ConfigSettings read(String key, String written) {
        ConfigEnvironment surroundings =
                new ConfigEnvironment(name -> Optional.ofNullable(VARIABLES.get(name)), home, folder);
        ConfigText text = new ConfigText("test", "%s: '%s'\n".formatted(key, written));
        return ConfigDocument.of(text, surroundings).root().read(KEYS);
    }
}
