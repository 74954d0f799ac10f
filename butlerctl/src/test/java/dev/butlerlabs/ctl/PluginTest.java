package dev.butlerlabs.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tools as the kubectl plugin {@code kubectl butler}. */
class PluginTest {
    private static final Tool PLUGIN = BothTools.BUTLERCTL.with("BUTLER_COMMAND", "kubectl butler");
    private static final Tool ADM = BothTools.BUTLERADM.with("BUTLER_COMMAND", "kubectl butler adm");

    @Test
    void showsTheNameThatTheUserTypesInHelp() {
        assertThat(PLUGIN.run("cluster", "list", "--help").out())
                .startsWith("Usage: kubectl butler cluster list")
                .contains("  kubectl butler cluster list -A -o wide")
                .doesNotContain("butlerctl");
        assertThat(ADM.run("help", "pool", "list").out()).startsWith("Usage: kubectl butler adm pool list");
    }

    @Test
    void showsTheNameThatTheUserTypesInErrors() {
        assertThat(PLUGIN.run("cluster", "lst").err())
                .contains("unknown command 'lst' for 'kubectl butler cluster'; did you mean 'list'?")
                .contains("Run 'kubectl butler cluster --help' for usage.")
                .endsWith("see: kubectl butler explain BTL-0200\n");
    }

    @Test
    void ignoresANameThatIsNotOne() {
        Tool odd = BothTools.BUTLERCTL.with("BUTLER_COMMAND", "x; rm -rf /");
        assertThat(odd.run("--help").out()).startsWith("Usage: butlerctl ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cl | cluster",
                "cluster sca | scale",
                "tc sca | scale",
                "cluster list --sort | --sort-by",
                "cluster list -o jso | json",
            })
    void completesTheLastWord(String typed, String candidate) {
        ToolRun run = PLUGIN.run(("__complete -- " + typed).split(" "));
        assertThat(run.exitCode()).isZero();
        assertThat(run.out().lines().map(line -> line.replaceFirst("\t.*", "")))
                .contains(candidate)
                .last()
                .isEqualTo(":4");
    }

    @Test
    void completesFileNamesForOptionsWithAFile() {
        assertThat(PLUGIN.run("__complete", "--", "cluster", "create", "-f", "").out())
                .isEqualTo(":0\n");
    }

    @Test
    @Tag("process")
    void runsTheToolNextToThePlugin(@TempDir Path folder) throws IOException {
        Path bin = Files.createDirectory(folder.resolve("bin"));
        for (String script : List.of("kubectl-butler", "kubectl_complete-butler")) {
            Files.copy(
                    ProjectRoot.find().resolve("scripts").resolve(script),
                    bin.resolve(script),
                    StandardCopyOption.COPY_ATTRIBUTES);
        }
        for (String tool : List.of("butlerctl", "butleradm")) {
            Files.writeString(bin.resolve(tool), "#!/bin/sh\necho \"" + tool + ": $BUTLER_COMMAND:\" \"$@\"\n");
            Files.setPosixFilePermissions(bin.resolve(tool), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Path link = Files.createSymbolicLink(folder.resolve("kubectl-butler"), Path.of("bin/kubectl-butler"));
        assertThat(output(link, "cluster", "list", "-n", "team a"))
                .isEqualTo("butlerctl: kubectl butler: cluster list -n team a\n");
        assertThat(output(link, "adm", "pool", "list")).isEqualTo("butleradm: kubectl butler adm: pool list\n");
        assertThat(output(bin.resolve("kubectl_complete-butler"), "cluster", "l"))
                .isEqualTo("butlerctl: kubectl butler: __complete -- cluster l\n");
        assertThat(output(bin.resolve("kubectl_complete-butler"), "adm", "po"))
                .isEqualTo("butleradm: kubectl butler adm: __complete -- po\n");
    }

    private static String output(Path program, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of(program.toString()));
        words.addAll(List.of(arguments));
        return Tool.finish(new ProcessBuilder(words).start()).out();
    }
}
