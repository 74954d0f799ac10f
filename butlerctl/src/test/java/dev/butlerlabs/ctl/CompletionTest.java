package dev.butlerlabs.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
class CompletionTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void theShellUnderstandsTheScript(String shell) throws IOException {
        assumeShell(shell);
        for (Tool tool : BothTools.all()) {
            ToolRun checked = run(List.of(shell, "-n", script(tool, shell).toString()));
            assertThat(checked).isEqualTo(new ToolRun(0, "", ""));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "butleradm '', engine",
        "butleradm ver, version",
        "butleradm engine '', start",
        "butleradm completion '', fish",
        "butleradm version --out, --output",
        "butleradm version --output '', yaml",
        "butleradm explain BTL-03, BTL-0302",
    })
    void bashCompletes(String typed, String offered) throws IOException {
        assumeShell("bash");
        String words = typed.replace("'", "\"").replace("\"\"", "''");
        String program = """
                source %s
                compopt() { :; } # works only when the shell itself asks for completion
                COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
                _complete_butleradm "${COMP_WORDS[0]}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
                printf '%%s\\n' "${COMPREPLY[@]}"
                """.formatted(script(BothTools.BUTLERADM, "bash"), words);
        ToolRun run = run(List.of("bash", "-c", program));
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines().map(String::strip)).contains(offered);
        assertThat(run.out()).as("hidden commands stay hidden").doesNotContain("docs");
    }

    /** A stand-in on the path answers, so that no cluster is needed and every question is seen. */
    @ParameterizedTest
    @CsvSource({
        "butlerctl cluster get '', alpha beta, 1",
        "butlerctl cluster delete al, alpha, 1",
        "butlerctl cluster get --out, --output, 0",
        "butlerctl cluster create '', '', 0",
    })
    void bashAsksForTheNamesOfClusters(String typed, String offered, int questions) throws IOException {
        assumeShell("bash");
        Path asked = folder.resolve("asked");
        Path standIn = Files.writeString(folder.resolve("butlerctl"), """
                #!/bin/sh
                echo "$*" >> %s
                printf 'tenantcluster.butler.butlerlabs.dev/alpha\\ntenantcluster.butler.butlerlabs.dev/beta\\n'
                """.formatted(asked));
        assertThat(standIn.toFile().setExecutable(true)).isTrue();
        String program = """
                PATH=%s:$PATH
                source %s
                compopt() { :; } # works only when the shell itself asks for completion
                COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
                _complete_butlerctl "${COMP_WORDS[0]}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
                echo ${COMPREPLY[@]}
                """.formatted(folder, script(BothTools.BUTLERCTL, "bash"), typed);
        ToolRun run = run(List.of("bash", "-c", program));
        assertThat(run.err()).isEmpty();
        assertThat(run.out().strip()).isEqualTo(offered);
        assertThat(Files.exists(asked) ? Files.readAllLines(asked) : List.of())
                .hasSize(questions)
                .allMatch("cluster list -q -o name"::equals);
    }

    @Test
    void fishAsksForTheNamesOfClusters() {
        assertThat(BothTools.BUTLERCTL.run("completion", "fish").out())
                .contains("-n '__butlerctl_in cluster get' -a '(butlerctl cluster list -q -o name");
    }

    @Test
    void fishIsToldEveryCommandAndValueWithItsMeaning() {
        String script = BothTools.BUTLERADM.run("completion", "fish").out();
        assertThat(script)
                .contains(
                        "-n '__butleradm_at' -a 'engine' -d ",
                        "-n '__butleradm_at engine' -a 'start' -d ",
                        "-n '__butleradm_in engine start' -l data -r -F -d ",
                        "-n '__butleradm_in version' -s o -l output -x -a 'table wide json yaml name jsonpath= ",
                        "-n '__butleradm_in completion' -a 'bash zsh fish powershell'")
                .doesNotContain("'docs'");
    }

    @Test
    void powerShellHasTablesOfCommandsOptionsAndValues() {
        String script = BothTools.BUTLERADM.run("completion", "powershell").out();
        assertThat(script)
                .contains(
                        "Register-ArgumentCompleter -Native -CommandName butleradm",
                        "    'engine' = @(,@('start', '",
                        ",@('--output', 'Output format: ",
                        "    'version --output' = @(,@('table', 'FORMAT'); ,@('wide', 'FORMAT')",
                        "    'completion' = @(,@('bash', 'SHELL'); ")
                .doesNotContain("'docs'", "@names");
        assertThat(BothTools.BUTLERCTL.run("completion", "powershell").out())
                .contains("    'cluster get' = 'butlerctl cluster list -q -o name'");
    }

    /** Every quotation mark in a text is doubled, so that a line has an even number of them. */
    @Test
    void powerShellTextsAreQuoted() {
        assertThat(BothTools.BUTLERADM.run("completion", "powershell").out().lines())
                .allSatisfy(line -> assertThat(
                                line.chars().filter(letter -> letter == '\'').count() % 2)
                        .as(line)
                        .isZero());
    }

    @ParameterizedTest
    @CsvSource({"butleradm ver, version", "butleradm engine , start", "butleradm version --output , yaml"})
    void powerShellCompletes(String typed, String offered) throws IOException {
        assumeShell("pwsh");
        String line = typed.endsWith(" ver") ? typed : typed + " ";
        String program = ". %s; (TabExpansion2 -inputScript '%s' -cursorColumn %d).CompletionMatches.CompletionText"
                .formatted(script(BothTools.BUTLERADM, "powershell"), line, line.length());
        ToolRun run = run(List.of("pwsh", "-NoProfile", "-Command", program));
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines()).contains(offered);
    }

    private Path script(Tool tool, String shell) throws IOException {
        ToolRun run = tool.run("completion", shell);
        assertThat(run.exitCode()).isZero();
        return Files.writeString(
                folder.resolve(tool.name() + "." + (shell.equals("powershell") ? "ps1" : shell)), run.out());
    }

    private static void assumeShell(String shell) {
        boolean present = Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(place -> Files.isExecutable(Path.of(place, shell)));
        Assumptions.assumeTrue(present, shell + " is not on this machine");
    }

    private static ToolRun run(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).start();
        process.getOutputStream().close();
        return Tool.finish(process);
    }
}
