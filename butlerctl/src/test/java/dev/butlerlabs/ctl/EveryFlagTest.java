package dev.butlerlabs.ctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.ctl.cluster.ClusterBench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Every flag of the commands about tenant clusters, with a value that cannot be meant: it is refused, told, and changes nothing. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class EveryFlagTest {
    private static final List<String> GROUPS = List.of("cluster", "access");

    /** What cannot be meant, by what a flag takes. Where anything can be meant, nothing cannot. */
    private static final Map<String, String> SENSELESS = Map.ofEntries(
            Map.entry("COUNT", "many"),
            Map.entry("SIZE", "much"),
            Map.entry("VERSION", "newest"),
            Map.entry("NETWORK", "net"),
            Map.entry("ADDRESS", "nowhere"),
            Map.entry("ADDRESSES", "nowhere"),
            Map.entry("DURATION", "soon"),
            Map.entry("FORMAT", "xml"),
            Map.entry("FILE", "/nonexistent/file"),
            Map.entry("NAMESPACE", "A_B"));

    /** What makes a command complete. */
    private static final Map<String, List<String>> NEEDED = Map.of(
            "--workers", List.of("--workers", "2"),
            "--version", List.of("--version", "v1.31.4"),
            "--role", List.of("--role", "view"));

    @TempDir
    private static Path folder;

    private static ClusterBench bench;

    @BeforeAll
    static void start() throws IOException {
        bench = ClusterBench.start(folder);
        bench.run("create", "demo", "--provider=x");
        Files.writeString(
                folder.resolve("demo.yaml"), bench.run("export", "demo").out());
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    @TestFactory
    Stream<DynamicTest> refusesWhatCannotBeMeant() {
        CommandLine tool = BothTools.model(BothTools.BUTLERCTL);
        return GROUPS.stream()
                .flatMap(group -> tool.getSubcommands().get(group).getSubcommands().values().stream())
                .map(CommandLine::getCommandSpec)
                .distinct()
                .flatMap(command -> command.options().stream()
                        .filter(option ->
                                !option.usageHelp() && !option.longestName().equals("--verbose"))
                        .map(option -> dynamicTest(
                                command.qualifiedName() + " " + option.longestName(), () -> refuses(command, option))));
    }

    private static void refuses(CommandSpec command, OptionSpec option) {
        List<String> words =
                new ArrayList<>(Arrays.asList(command.qualifiedName().split(" ")));
        words.removeFirst();
        command.positionalParameters().stream()
                .filter(argument -> argument.required() || argument.paramLabel().equals("NAME"))
                .filter(argument -> argument.required() || !option.longestName().equals("--filename"))
                .forEach(argument -> words.add("demo"));
        command.options().stream()
                .filter(other -> other.required() && !other.equals(option))
                .forEach(other -> words.addAll(needed(other)));
        words.add(option.longestName() + "=" + senseless(option));
        if (!option.longestName().equals("--kubeconfig")) {
            words.addAll(List.of("--kubeconfig", bench.kubeconfig().toString()));
        }
        List<String> before = clusters();

        ToolRun run = BothTools.BUTLERCTL.run(words.toArray(String[]::new));

        assertThat(run.exitCode()).as("%s%n%s", words, run.err()).isNotIn(0, ErrorKind.INTERNAL.exitCode());
        assertThat(run.err())
                .as(words.toString())
                .satisfiesAnyOf(
                        text -> assertThat(text).contains(option.longestName()),
                        text -> assertThat(text).contains(senseless(option)));
        assertThat(clusters()).isEqualTo(before);
    }

    private static List<String> needed(OptionSpec option) {
        return option.longestName().equals("--filename")
                ? List.of("--filename", folder.resolve("demo.yaml").toString())
                : NEEDED.get(option.longestName());
    }

    private static String senseless(OptionSpec option) {
        boolean isSwitch = option.arity().max() == 0 || option.typeInfo().isBoolean();
        return isSwitch
                ? "perhaps"
                : Optional.ofNullable(SENSELESS.get(option.paramLabel())).orElse(" ");
    }

    private static List<String> clusters() {
        return bench.client().resources(TenantCluster.class).inAnyNamespace().list().getItems().stream()
                .map(cluster ->
                        cluster.getMetadata().getName() + cluster.getMetadata().getResourceVersion())
                .toList();
    }
}
