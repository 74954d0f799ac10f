package dev.butlerlabs.ctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Runs every command of the native programs, not only its help. What it answers is for other tests; here no answer may be the
 * unexpected failure by which a class shows that was not built in.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@EnabledIfSystemProperty(
        named = "butler.binary.dir",
        matches = ".+",
        disabledReason = "on Java every class is there; this is for native programs")
class EveryCommandRunsTest {
    /** Words for commands that would otherwise go on until they are interrupted. */
    private static final Map<String, List<String>> WORDS = Map.of("butleradm engine start", List.of("--port", "70000"));

    @TestFactory
    Stream<DynamicTest> andMeansWhatItAnswers(@TempDir Path folder) {
        return BothTools.all().stream()
                .flatMap(tool -> leaves(BothTools.model(tool))
                        .map(command -> dynamicTest(command, () -> check(withoutCredentials(tool, folder), command))));
    }

    private static void check(Tool tool, String command) {
        List<String> words = new ArrayList<>(List.of(command.split(" ")).subList(1, command.split(" ").length));
        words.addAll(WORDS.getOrDefault(command, List.of()));
        ToolRun run = tool.run(words.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isNotEqualTo(ErrorKind.INTERNAL.exitCode());
        assertThat(run.err()).doesNotContain("unexpected failure", "Exception", "MissingReflectionRegistrationError");
    }

    /** Nothing is dialled: there is no address to be found. */
    private static Tool withoutCredentials(Tool tool, Path folder) {
        String nowhere = folder.resolve("absent").toString();
        return tool.in(folder)
                .with("KUBECONFIG", nowhere)
                .with("TALOSCONFIG", nowhere)
                .with("HOME", nowhere);
    }

    private static Stream<String> leaves(CommandLine command) {
        return command.getSubcommands().isEmpty()
                ? Stream.of(command.getCommandSpec().qualifiedName())
                : command.getSubcommands().values().stream().distinct().flatMap(EveryCommandRunsTest::leaves);
    }
}
