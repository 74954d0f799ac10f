package dev.butlerlabs.ctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.testing.GoldenFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Walks every command of both tools. */
class EveryCommandTest {
    @TestFactory
    Stream<DynamicTest> saysWhatItDoes() {
        return everyCommand(
                command -> assertThat(String.join(" ", command.usageMessage().description()))
                        .as("description of %s", command.qualifiedName())
                        .matches("[A-Z][^\\n]{10,}[.]"));
    }

    @TestFactory
    Stream<DynamicTest> showsAnExampleThatBeginsWithItsOwnName() {
        return everyCommand(
                command -> assertThat(Arrays.stream(command.usageMessage().footer()))
                        .as("examples of %s", command.qualifiedName())
                        .isNotEmpty()
                        .anySatisfy(line -> assertThat(line).contains(command.qualifiedName()))
                        .allSatisfy(line -> assertThat(line).startsWith("  ").hasSizeLessThanOrEqualTo(80)));
    }

    @TestFactory
    Stream<DynamicTest> printsItsHelpOnStandardOutput() {
        return BothTools.all().stream()
                .flatMap(tool -> commands(tool).stream()
                        .map(command -> dynamicTest(command.qualifiedName(), () -> {
                            List<String> words = new ArrayList<>(
                                    Arrays.asList(command.qualifiedName().split(" ")));
                            words.removeFirst();
                            words.add("-h");
                            ToolRun run = tool.run(words.toArray(String[]::new));
                            assertThat(run.exitCode()).isZero();
                            assertThat(run.err()).isEmpty();
                            assertThat(run.out().lines())
                                    .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
                            GoldenFile.check(
                                    "butlerctl/src/test/resources/help/" + command.qualifiedName("-") + ".txt",
                                    run.out());
                        })));
    }

    @TestFactory
    Stream<DynamicTest> spellsItsLongOptionsInKebabCase() {
        return everyCommand(command -> assertThat(command.options())
                .allSatisfy(option -> assertThat(option.longestName())
                        .as("an option of %s", command.qualifiedName())
                        .matches("--[a-z0-9]+(-[a-z0-9]+)*")));
    }

    @TestFactory
    Stream<DynamicTest> namesEveryValueAndEndsEveryDescriptionWithAFullStop() {
        return everyCommand(command -> assertThat(command.args()).allSatisfy(argument -> {
            assertThat(String.join(" ", argument.description())).matches("[A-Z].*[.]");
            if (argument.arity().max() > 0) {
                assertThat(argument.paramLabel()).matches("[A-Z]+");
            }
        }));
    }

    @Test
    void optionsMeanTheSameEverywhere() {
        Map<String, Set<String>> meanings = new TreeMap<>();
        for (CommandSpec command : allCommands()) {
            for (OptionSpec option : command.options()) {
                for (String name : option.names()) {
                    meanings.computeIfAbsent(name, key -> new HashSet<>()).add(meaning(option));
                }
            }
        }
        // Commands that write files take a path after --output as well as a form; --provider is a kind of
        // infrastructure to
        // operators and one of theirs to users; a file of settings is no file of clusters; --force is kept for scripts;
        // an infrastructure has no dry run; -c is a file to operators and a cluster to users; settings are those of an
        // infrastructure, of a chart or of a bootstrap file; a role is one in a team or in a tenant cluster, and a
        // deletion is confirmed
        // with the
        // name of the object; --as is a name or a user; a version is the tool's own, that of Kubernetes or that of a
        // chart; a schematic is that of an installer or of an image; a platform is that of a machine, of an image, or
        // Butler; an image factory is that of the management cluster unless no cluster is needed; -w watches
        // objects or a status, and -f is a file of what the command reads; a wait is for a state and a grant for a
        // time; a page is printed or written to a file; a talosconfig has another default for a named
        // cluster; a node is drained, a control plane is scaled or objects are overwritten by force, a drain prints
        // pods,
        // and a node has a role; an interval is that of a watch or of a schedule; a name is that of an ImageSync or of
        // a
        // backup schedule, and backups go to a directory of this machine or of the controllers.
        Set<String> twofold = Set.of(
                "-o",
                "--output",
                "--provider",
                "-f",
                "--force",
                "--dry-run",
                "-c",
                "--set",
                "--role",
                "--confirm",
                "--as",
                "--schematic",
                "--factory",
                "-w",
                "--watch",
                "--all",
                "--for",
                "--html",
                "--talosconfig",
                "--name",
                "--every",
                "--to");
        Map<String, Integer> manifold = Map.of(
                "--version",
                3,
                "--platform",
                3,
                "--force",
                5,
                "--dry-run",
                3,
                "--role",
                3,
                "--set",
                3,
                "-f",
                7,
                "--filename",
                7);
        assertThat(meanings)
                .allSatisfy((name, said) -> assertThat(said)
                        .as(name)
                        .hasSizeLessThanOrEqualTo(manifold.getOrDefault(name, twofold.contains(name) ? 2 : 1)));
    }

    @Test
    void noCommandIsPutTogetherFromTwoOptionsOfOneName() {
        assertThat(allCommands()).allSatisfy(command -> {
            List<String> names = command.options().stream()
                    .flatMap(option -> Arrays.stream(option.names()))
                    .toList();
            assertThat(names).as(command.qualifiedName()).doesNotHaveDuplicates();
        });
    }

    @Test
    void everyCommandTakesTheCommonOptions() {
        assertThat(allCommands())
                .allSatisfy(command -> assertThat(command.optionsMap())
                        .as(command.qualifiedName())
                        .containsKeys("-h", "--help", "-v", "-q", "--log-format", "--no-color"));
    }

    private static String meaning(OptionSpec option) {
        return String.join(
                "|",
                Arrays.toString(option.names()),
                option.arity().toString(),
                option.paramLabel(),
                String.valueOf(option.defaultValue()),
                String.join(" ", option.description()),
                option.type().getName());
    }

    private static Stream<DynamicTest> everyCommand(Consumer<CommandSpec> check) {
        return allCommands().stream().map(command -> dynamicTest(command.qualifiedName(), () -> check.accept(command)));
    }

    private static List<CommandSpec> allCommands() {
        return BothTools.all().stream().flatMap(tool -> commands(tool).stream()).toList();
    }

    private static List<CommandSpec> commands(Tool tool) {
        return withSubcommands(BothTools.model(tool)).toList();
    }

    private static Stream<CommandSpec> withSubcommands(CommandLine command) {
        Set<CommandLine> below = new LinkedHashSet<>(command.getSubcommands().values());
        return Stream.concat(
                Stream.of(command.getCommandSpec()), below.stream().flatMap(EveryCommandTest::withSubcommands));
    }
}
