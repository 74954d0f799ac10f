package dev.butlerlabs.core.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@SuppressWarnings("unused") // fields of commands are set by picocli
class ArgumentNormalizerTest {
    private static final CommandRegistry TOOL = new CommandRegistry(Root::new)
            .with(
                    "cluster",
                    new CommandRegistry(Cluster::new)
                            .with("list", ListClusters::new)
                            .with("version", Version::new),
                    "tc")
            .with("apply", new CommandRegistry(Apply::new).with("attach", Attach::new));

    @Command(name = "tool")
    private static final class Root extends RootCommand {
        @Mixin
        private ConnectionOptions connection = new ConnectionOptions();

        Root() {
            super(null);
        }
    }

    @Command(name = "cluster", aliases = "tc")
    private static final class Cluster extends CommandGroup {
        Cluster() {
            super(null);
        }
    }

    @Command(name = "list", aliases = "ls")
    private static final class ListClusters {
        @Mixin
        private CommonOptions common = new CommonOptions();

        @Mixin
        private ConnectionOptions connection = new ConnectionOptions();

        @Mixin
        private OutputOptions output = new OutputOptions();
    }

    @Command(name = "version")
    private static final class Version {
        @Mixin
        private CommonOptions common = new CommonOptions();
    }

    @Command(name = "attach")
    private static final class Attach {
        @Mixin
        private CommonOptions common = new CommonOptions();
    }

    /** Does something itself and has a subcommand. */
    @Command(name = "apply")
    private static final class Apply {
        @Mixin
        private CommonOptions common = new CommonOptions();

        @Option(names = {"-c", "--config"})
        private String config;

        @Parameters(arity = "0..1")
        private String provider;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-n a cluster list                 | cluster list --namespace=a",
                "cluster -n a list                 | cluster list --namespace=a",
                "cluster list -n a                 | cluster list -n a",
                "-n a cluster -n b list -n c       | cluster list --namespace=a --namespace=b -n c",
                "--namespace=a tc ls --watch       | tc ls --namespace=a --watch",
                "-na cluster list                  | cluster list --namespace=a",
                "-n=a cluster list                 | cluster list --namespace=a",
                "-qvn a cluster list               | cluster list --quiet --verbose --namespace=a",
                "-vv cluster list                  | cluster list --verbose --verbose",
                "-A -o json cluster list x         | cluster list --all-namespaces --output=json x",
                "--kubeconfig f --context c tc list| tc list --kubeconfig=f --context=c",
                "-h cluster list                   | cluster list --help",
                "cluster --help                    | cluster --help",
                "-n a cluster version              | cluster version",
                "-q cluster                        | cluster --quiet",
                "-n a cluster                      | cluster",
                "-v apply local -c f               | apply --verbose local -c f",
                "apply -v -c f attach              | apply --verbose -c f attach",
                "apply -v attach x                 | apply attach --verbose x",
                "--frobnicate a cluster list       | --frobnicate",
                "cluster --frobnicate list         | cluster --frobnicate",
                "-nx                               | --namespace=x",
                "-n                                | -n",
                "-xn a cluster list                | -xn",
                "--version                         | --version",
                "clstr list                        | clstr list",
                "cluster list -- -n a              | cluster list -- -n a",
            })
    void movesGlobalOptionsBehindTheCommand(String typed, String expected) {
        assertThat(normalized(typed.split(" "))).containsExactly(expected.split(" "));
    }

    @Test
    void instantiatesOnlyTheSelectedCommand() {
        ArgumentNormalizer normalizer = ArgumentNormalizer.read(new String[] {"-n", "a", "cluster", "list"}, TOOL);
        assertThat(normalizer.words()).containsExactly("cluster", "list");
    }

    @Test
    void knowsEveryGlobalOptionOfTheTool() {
        List<String> shown = new CommandLine(new Root())
                .getCommandSpec().options().stream()
                        .flatMap(option -> List.of(option.names()).stream())
                        .filter(name -> !name.equals("--version"))
                        .toList();
        assertThat(ArgumentNormalizer.names()).containsAll(shown);
    }

    @Test
    void usesTheLastOfSeveralValues() {
        CommandLine tool = ToolRunner.dress(TOOL.all());
        tool.parseArgs(normalized("-n", "a", "cluster", "list", "-n", "b"));
        ListClusters list = tool.getSubcommands()
                .get("cluster")
                .getSubcommands()
                .get("list")
                .getCommand();
        assertThat(list.connection.namespace()).contains("b");
    }

    private static String[] normalized(String... typed) {
        ArgumentNormalizer normalizer = ArgumentNormalizer.read(typed, TOOL);
        return normalizer.arguments(TOOL.forWords(normalizer.words()));
    }
}
