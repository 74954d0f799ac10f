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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Every flag of the commands about tenant clusters, with a value that cannot be meant: it is refused, told, and changes nothing. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class EveryFlagTest {
    /** A place where no file can be, whoever asks. */
    private static final String NOWHERE = "/dev/null/file";

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
            Map.entry("FILE", NOWHERE),
            Map.entry("NAMESPACE", "A_B"));

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
        return CommandWords.commands()
                .flatMap(command -> command.options().stream()
                        .filter(option ->
                                !option.usageHelp() && !option.longestName().equals("--verbose"))
                        .map(option -> dynamicTest(
                                command.qualifiedName() + " " + option.longestName(), () -> refuses(command, option))));
    }

    private static void refuses(CommandSpec command, OptionSpec option) {
        List<String> words = new CommandWords(folder.resolve("demo.yaml"))
                .of(command, !option.longestName().equals("--filename"), other -> !other.equals(option));
        words.add(option.longestName() + "=" + senseless(option));
        if (!option.longestName().equals("--kubeconfig")) {
            words.addAll(List.of("--kubeconfig", bench.kubeconfig().toString()));
        }
        List<String> before = clusters();

        ToolRun run = BothTools.BUTLERCTL.run(words.toArray(String[]::new));

        assertThat(run.exitCode()).as("%s%n%s", words, run.err()).isNotIn(0, ErrorKind.INTERNAL.exitCode());
        assertThat(run.err()).as(words.toString()).contains("hint:");
        if (!isWrittenLast(option)) {
            assertThat(run.err())
                    .as(words.toString())
                    .satisfiesAnyOf(
                            text -> assertThat(text).contains(option.longestName()),
                            text -> assertThat(text).contains("'" + senseless(option) + "'"),
                            text -> assertThat(senseless(option)).isNotBlank().isSubstringOf(text));
        }
        assertThat(clusters()).isEqualTo(before);
    }

    /** A file for what the cluster answers is written when there is an answer; here something else is in the way before that. */
    private static boolean isWrittenLast(OptionSpec option) {
        return option.longestName().equals("--output") && !option.paramLabel().equals("FORMAT");
    }

    private static String senseless(OptionSpec option) {
        if (option.longestName().equals("--context")) {
            return "nobody";
        }
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
