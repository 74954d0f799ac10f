package dev.butlerlabs.core.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.testing.ProjectRoot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Executes the commands of docs/console-api.md in their order. */
@Tag("process")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ConsoleExamplesTest {
    @TempDir
    private Path folder;

    @Test
    void theCommandsOfTheDocumentationWork() throws Exception {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(directory -> Files.isExecutable(Path.of(directory, "curl"))),
                "curl not found");
        List<String> commands = commands();
        assertThat(commands).hasSizeGreaterThan(10);
        String script = String.join("\n", commands)
                .replace("curl -sS -b", "curl -sS -w '\\nstatus %{http_code}\\n' -b")
                .replace("me.json)", "me.json | head -1)");
        try (ConsoleTestBed bed = new ConsoleTestBed();
                ConsoleServer console = bed.loopback()) {
            bed.namespace("team-a");
            String output = run(
                    script,
                    Map.of(
                            "CONSOLE", console.url().toString().replaceAll("/$", ""),
                            "LINK", console.createLink().toString()));

            assertThat(output.lines().filter(line -> line.startsWith("status ")))
                    .as(output)
                    .containsExactly(
                            "status 200",
                            "status 201",
                            "status 200",
                            "status 200",
                            "status 202",
                            "status 200",
                            "status 200",
                            "status 200",
                            "status 200");
            assertThat(output).contains("event: hello", "\"can\":{", "\"desired\":3");
        }
    }

    private static List<String> commands() throws Exception {
        return Files.readAllLines(ProjectRoot.find().resolve("docs/console-api.md")).stream()
                .filter(line -> line.startsWith("$ "))
                .map(line -> line.substring(2))
                .toList();
    }

    private String run(String script, Map<String, String> variables) throws Exception {
        Path output = folder.resolve("output.txt");
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", script)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(variables);
        Process process = builder.start();
        try {
            process.waitFor();
            return Files.readString(output);
        } finally {
            process.destroyForcibly();
        }
    }
}
