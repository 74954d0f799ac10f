package dev.butlerlabs.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.testing.ToolRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the tools answer to command lines they do not understand. */
class MisuseTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "enginne start | unknown command 'enginne' for 'butleradm'; did you mean 'engine'?",
                "engine strat | unknown command 'strat' for 'butleradm engine'; did you mean 'start'?",
                "docz | unknown command 'docz' for 'butleradm'.",
                "version --otuput=json | unknown option '--otuput' for 'butleradm version'; did you mean '--output'?",
                "version -o jsno | invalid value \"jsno\" for --output: must be one of table, wide, json, yaml, name, jsonpath=, jsonpath-file=, go-template=, go-template-file=, custom-columns=, custom-columns-file=; did you mean 'json'?",
                "version now | unexpected argument 'now' for 'butleradm version'.",
                "completion | 'butleradm completion' requires SHELL.",
                "completion bsh | invalid value \"bsh\" for SHELL: must be one of bash, zsh, fish, powershell; did you mean 'bash'?",
                "engine start --port many | invalid value \"many\" for --port: must be a whole number.",
                "version -o | 'butleradm version' requires --output FORMAT.",
                "--kubecofnig x pool list | unknown option '--kubecofnig' for 'butleradm'; did you mean '--kubeconfig'?",
                "pool --namespce x list | unknown option '--namespce' for 'butleradm pool'; did you mean '--namespace'?",
                "bootstrap local -w 3 | unknown option '-w' for 'butleradm bootstrap'; use --workers for the number of workers.",
                "help enginne | unknown command 'enginne' for 'butleradm'; did you mean 'engine'?",
                "pool -n | option '-n' requires a value.",
            })
    void nameTheNearestWordAndTheUsage(String line, String sentence) {
        ToolRun run = BothTools.BUTLERADM.run(line.split(" "));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines())
                .hasSize(4)
                .startsWith("error: " + sentence)
                .anyMatch(text -> text.startsWith("usage: butleradm"))
                .endsWith("see: butleradm explain BTL-0200");
    }

    @Test
    void areJsonIfTheOptionPrecedesTheCommand() {
        ToolRun run = BothTools.BUTLERADM.run("-o", "json", "engine", "strat");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("{\"error\":").contains("unknown command 'strat'");
    }

    /** Scripts do this when a variable is not set; a deletion of nothing must not become one of everything. */
    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void refuseAnEmptyWordBeforeAnybodyIsAsked(String empty) {
        ToolRun run = BothTools.BUTLERADM.run("pool", "delete", empty, "--yes", "--namespace", empty);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains("error: 'butleradm pool delete' got an empty value for NAME and --namespace NAMESPACE."
                        + " Check for an unset variable.");
    }
}
