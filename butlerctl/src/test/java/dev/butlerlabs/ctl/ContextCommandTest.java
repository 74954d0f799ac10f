package dev.butlerlabs.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.Kubeconfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands for contexts, which are the same in both tools. */
class ContextCommandTest {
    @TempDir
    private Path home;

    private Tool tool;

    @BeforeEach
    void makeContexts() throws IOException {
        tool = Tool.of("butlerctl", Butlerctl.class, Butlerctl::commands).with("HOME", home.toString());
        kubeconfig(".butler/prod-kubeconfig", "admin@prod", "https://192.0.2.10:6443");
        Files.writeString(home.resolve(".butler/prod-talosconfig"), "");
        kubeconfig(".kube/config", "laptop", "https://127.0.0.1:6443");
    }

    @Test
    void listsAndChoosesContexts() {
        assertThat(succeeds("context", "list").out()).isEqualTo("""
                        CURRENT  NAME    ORIGIN      SERVER
                        *        prod    cluster     https://192.0.2.10:6443
                                 laptop  kubeconfig  https://127.0.0.1:6443
                        """);

        assertThat(succeeds("context", "use", "laptop").err())
                .isEqualTo("Commands use kubeconfig/laptop now (https://127.0.0.1:6443).\n");
        assertThat(succeeds("context", "current", "-o", "name").out()).isEqualTo("kubeconfig/laptop\n");
        assertThat(succeeds("context", "current").out()).contains("Because:          it was chosen with 'context use'");

        succeeds("context", "use", "--clear", "-q");
        assertThat(succeeds("context", "current", "-o", "json").out())
                .contains("\"name\": \"prod\"", "\"source\": \"ONLY_CLUSTER\"");
    }

    @Test
    void namesTheVariableThatTakesPrecedence() {
        ToolRun run =
                tool.with("KUBECONFIG", home.resolve(".kube/config").toString()).run("context", "use", "prod");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err())
                .contains("warning: KUBECONFIG is set and takes precedence over the chosen context.")
                .contains("hint: Unset it to use cluster/prod.");
    }

    @Test
    void rejectsUnknownNamesWithASuggestion() {
        ToolRun run = tool.run("context", "use", "prdo");

        assertThat(run.exitCode()).isEqualTo(ErrorKind.NOT_FOUND.exitCode());
        assertThat(run.err()).contains("Did you mean \"prod\"? Use one of the available contexts: laptop, prod.");
        assertThat(home.resolve(".butler/current-context")).doesNotExist();
        assertThat(tool.run("context", "use").exitCode()).isEqualTo(ErrorKind.USAGE.exitCode());
    }

    @Test
    void namesThePlacesOfAnEmptyList() {
        ToolRun run = tool.with("HOME", home.resolve("nobody").toString()).run("context", "list");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err())
                .isEqualTo(
                        "No contexts found in %1$s/.butler and %1$s/.kube/config.\n".formatted(home.resolve("nobody")));
    }

    private ToolRun succeeds(String... words) {
        ToolRun run = tool.run(words);
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run;
    }

    private void kubeconfig(String file, String context, String server) throws IOException {
        Path path = home.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(
                path,
                Kubeconfig.of(context, Map.of("server", server), Map.of("token", "t"))
                        .toYaml());
    }
}
