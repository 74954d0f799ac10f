package dev.butlerlabs.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.testing.GoldenFile;
import dev.butlerlabs.core.testing.ProjectRoot;
import dev.butlerlabs.ctl.cluster.ClusterBench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Makes the mistakes of docs/mistakes.md with a management cluster on loopback, and compares messages and exit codes with the page. */
@Tag("slow")
class MistakePageTest {
    private static final String NO_SERVER = """
            apiVersion: v1
            kind: Config
            current-context: lab
            clusters: [{name: lab, cluster: {server: "https://127.0.0.1:1"}}]
            contexts: [{name: lab, context: {cluster: lab, user: lab}}]
            users: [{name: lab, user: {token: example}}]
            """;

    @TempDir
    private Path folder;

    @Test
    void everyMistakeIsAnsweredAsThePageSays() throws IOException {
        try (ClusterBench bench = ClusterBench.start(folder)) {
            writeFiles(bench);
            String before = state(bench);
            List<String> page = new ArrayList<>(
                    Files.readAllLines(ProjectRoot.find().resolve("butlerctl/src/test/resources/mistakes.md")));
            page.replaceAll(line -> line.startsWith("| ") && line.contains("`butler") ? answered(line) : line);
            assertThat(page).filteredOn(line -> line.contains("`butler")).hasSizeGreaterThanOrEqualTo(30);
            GoldenFile.check("docs/mistakes.md", String.join("\n", page) + "\n");
            assertThat(state(bench)).isEqualTo(before);
        }
    }

    private void writeFiles(ClusterBench bench) throws IOException {
        bench.provider("rack-one");
        bench.run("create", "shop", "--provider=rack-one");
        String example = Files.readString(ProjectRoot.find().resolve("configs/examples/bootstrap-nutanix.yaml"));
        write("bootstrap.yaml", example);
        write("typo.yaml", example.replace("controlPlane:", "controlPlanes:"));
        write("even.yaml", example.replace("replicas: 3", "replicas: 4"));
        write("broken.yaml", "cluster: [\n");
        write("lab-kubeconfig", NO_SERVER);
        write("backup.key", "k".repeat(32));
    }

    private String answered(String line) {
        String mistake = line.substring(2, line.indexOf(" | "));
        String command = line.substring(line.indexOf('`') + 1, line.lastIndexOf('`'));
        ToolRun run = run(command);
        assertThat(run.exitCode()).as(command).isNotZero();
        assertThat(run.out()).as(command).isEmpty();
        String message = run.err()
                .lines()
                .map(String::strip)
                .collect(Collectors.joining("<br>"))
                .replace(folder.toString(), "~")
                .replaceAll("127\\.0\\.0\\.1:(?!1\\b)\\d+", "127.0.0.1:6443")
                .replace("|", "\\|");
        return String.format(Locale.ROOT, "| %s | `%s` | %s | %d |", mistake, command, message, run.exitCode());
    }

    private ToolRun run(String command) {
        List<String> words = Arrays.stream(command.split(" "))
                .map(word -> word.equals("\"\"") ? "" : word.replace("'", "").replace("~", folder.toString()))
                .toList();
        Tool tool = words.getFirst().equals("butleradm") ? BothTools.BUTLERADM : BothTools.BUTLERCTL;
        return tool.with("HOME", folder.toString())
                .with("BUTLER_HOME", folder.resolve("butler").toString())
                .with("KUBECONFIG", folder.resolve("management-kubeconfig").toString())
                .run(words.subList(1, words.size()).toArray(String[]::new));
    }

    private static String state(ClusterBench bench) {
        return bench.runAll(ClusterBench.BUTLERCTL, "cluster", "list", "-A", "-o", "yaml")
                .out();
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }
}
