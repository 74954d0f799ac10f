package dev.butlerlabs.adm.example;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code examples list|show|copy}. */
class ExamplesCommandTest {
    private static final Tool BUTLERADM = Tool.of("butleradm", Butleradm.class, Butleradm::commands);
    private static final Path DIRECTORY = ProjectRoot.find().resolve("configs/examples");

    @TempDir
    private Path folder;

    private static ToolRun run(String... arguments) {
        return BUTLERADM.run(
                Stream.concat(Stream.of("examples"), Stream.of(arguments)).toArray(String[]::new));
    }

    static Stream<String> files() throws IOException {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList().stream();
        }
    }

    @Test
    void listsEveryFileOfTheDirectoryWithASummary() throws IOException {
        ToolRun names = run("list", "-o", "name");
        assertThat(names.out().lines().map(name -> name + ".yaml"))
                .containsExactlyInAnyOrderElementsOf(files().toList());

        JsonNode items =
                new ObjectMapper().readTree(run("list", "-o", "json").out()).path("items");
        assertThat(items).allSatisfy(item -> {
            assertThat(item.path("description").asText()).matches("(A|Two) [^:.]+ [^:.]+");
            assertThat(item.path("command").asText()).endsWith(item.path("name").asText() + ".yaml");
        });
        assertThat(run("list").out()).contains("bootstrap-gcp", "A management cluster on Google Cloud");
    }

    @ParameterizedTest
    @MethodSource("files")
    void showsTheFileWithoutTheReferenceToASchemaInTheCheckout(String file) throws IOException {
        String content = Files.readString(DIRECTORY.resolve(file));
        String expected =
                content.startsWith("# yaml-language-server") ? content.substring(content.indexOf('\n') + 1) : content;
        assertThat(run("show", file.replace(".yaml", "")).out()).isEqualTo(expected);
        assertThat(run("show", file).out()).isEqualTo(expected);
    }

    @Test
    void copiesToAFileThatIsValid() {
        Path file = folder.resolve("new/platform.yaml");
        ToolRun copied = run("copy", "bootstrap-aws", file.toString());
        assertThat(copied.exitCode()).as(copied.err()).isZero();
        assertThat(copied.out())
                .isEqualTo("Wrote %s. Edit it, then run: butleradm rehearse -c %s%n".formatted(file, file));
        assertThat(file).content().isEqualTo(ExampleFile.named("bootstrap-aws").text());

        assertThat(run("copy", "team", folder.toString()).exitCode()).isZero();
        assertThat(folder.resolve("team.yaml")).exists();
    }

    @Test
    void doesNotOverwriteAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("mine.yaml"), "mine");
        ToolRun refused = run("copy", "bootstrap-aws", file.toString());
        assertThat(refused.exitCode()).isEqualTo(ErrorKind.CONFLICT.exitCode());
        assertThat(refused.err()).contains("mine.yaml already exists", "--force");
        assertThat(file).hasContent("mine");

        assertThat(run("copy", "bootstrap-aws", file.toString(), "--force").exitCode())
                .isZero();
        assertThat(file).content().contains("provider: aws");
    }

    @Test
    void suggestsANameThatIsSimilar() {
        ToolRun unknown = run("show", "bootstrap-promox");
        assertThat(unknown.exitCode()).isEqualTo(ErrorKind.NOT_FOUND.exitCode());
        assertThat(unknown.err()).contains("Example \"bootstrap-promox\" not found", "Did you mean bootstrap-proxmox?");
        assertThat(run("show", "nothing").err()).contains("butleradm examples list");
    }
}
