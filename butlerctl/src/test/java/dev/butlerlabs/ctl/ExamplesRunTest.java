package dev.butlerlabs.ctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.testing.ProjectRoot;
import dev.butlerlabs.ctl.cluster.ClusterBench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Runs the examples that every command of the native programs shows in its help, with a management cluster on loopback and the files
 * they name. They are understood, and none ends in the unexpected failure by which a class shows that was not built in.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
@EnabledIfSystemProperty(
        named = "butler.binary.dir",
        matches = ".+",
        disabledReason = "on Java every class is there; this is for native programs")
@Tag("process")
class ExamplesRunTest {
    /** Those that go on until they are interrupted are, after this time. */
    private static final int SECONDS = 10;

    private static final Pattern FILE = Pattern.compile("[\\w-]+[.](yaml|kubeconfig|db)|configs|clusters/");
    private static final String NO_SERVER = "127.0.0.1:1";
    private static final String NUTANIX = """
            endpoint: https://%s
            username: butler
            password: example
            """.formatted(NO_SERVER);
    private static final String NO_HARVESTER = """
            apiVersion: v1
            kind: Config
            current-context: none
            clusters: [{name: none, cluster: {server: "https://%s"}}]
            contexts: [{name: none, context: {cluster: none, user: none}}]
            users: [{name: none, user: {token: none}}]
            """.formatted(NO_SERVER);

    @TempDir
    private static Path folder;

    private static ClusterBench bench;

    @BeforeAll
    static void start() throws IOException {
        bench = ClusterBench.start(folder);
        bench.run("create", "demo", "--provider=rack-one");
        write("clusters.yaml", bench.run("export", "demo").out());
        write("management.kubeconfig", Files.readString(bench.kubeconfig()));
        write(
                "bootstrap.yaml",
                bootstrap("harvester", "~/.butler/harvester-kubeconfig", write("harvester", NO_HARVESTER)));
        write("demo.yaml", bootstrap("nutanix", "https://prism.example.com", "https://" + NO_SERVER));
        write("nutanix.yaml", NUTANIX);
        write("schematic.yaml", "customization: {}\n");
        for (String patch : List.of("labels.yaml", "p.yaml")) {
            write(patch, "machine: {nodeLabels: {rack: one}}\n");
        }
        for (String values : List.of("velero.yaml", "redis.yaml")) {
            write(values, "replicas: 1\n");
        }
        ToolRun made = BothTools.BUTLERADM.runProcess(
                "talos", "generate", "--cluster-name=demo", "--endpoint=https://" + NO_SERVER, "--output=" + folder);
        assertThat(made.exitCode()).as(made.err()).isZero();
        Files.copy(folder.resolve("worker.yaml"), folder.resolve("a.yaml"));
    }

    /** An example whose addresses are of this machine. */
    private static String bootstrap(String provider, String server, String instead) throws IOException {
        Path example = ProjectRoot.find().resolve("configs/examples/bootstrap-%s.yaml".formatted(provider));
        return Files.readString(example)
                .replace(server, instead)
                .replaceAll("\\b(192[.]0[.]2|198[.]51[.]100|203[.]0[.]113)[.]", "127.0.113.");
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    @TestFactory
    Stream<DynamicTest> areUnderstood() {
        return BothTools.all().stream()
                .flatMap(tool -> examples(BothTools.model(tool))
                        .distinct()
                        .map(example -> dynamicTest(example, () -> check(tool, example))));
    }

    private static void check(Tool tool, String example) throws Exception {
        Process process = tool.in(folder)
                .with("KUBECONFIG", bench.kubeconfig().toString())
                .with("BUTLER_HOME", file("home"))
                .with("TALOSCONFIG", file("talosconfig"))
                .with("EDITOR", "true")
                .with("NUTANIX_PASSWORD", "example")
                .start(words(example));
        process.getOutputStream().close();
        Thread interrupter = Thread.ofPlatform().daemon().start(() -> interrupt(process));
        ToolRun run = Tool.finish(process);
        interrupter.interrupt();

        if (!run.err().contains("no terminal is available")) {
            assertThat(run.exitCode()).as(run.err()).isNotEqualTo(ErrorKind.USAGE.exitCode());
        }
        assertThat(run.err())
                .doesNotContain("unexpected failure", "RegistrationError", "ClassNotFound", "NoClassDef", "NoSuch");
    }

    private static void interrupt(Process process) {
        try {
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.toHandle().destroy();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A machine is dialled where nothing listens, and files are those of this test. */
    private static String[] words(String example) {
        return Arrays.stream(example.replaceFirst(" [<>] .*", "").split(" +"))
                .skip(1)
                .map(word -> word.equals("10.0.0.5") ? "127.0.0.1" : word)
                .map(word -> word.equals("talosconfig") || FILE.matcher(word).matches() ? file(word) : word)
                .map(word -> word.replaceFirst("^~", folder.toString()))
                .toArray(String[]::new);
    }

    private static Stream<String> examples(CommandLine command) {
        String footer =
                String.join("\n", command.getCommandSpec().usageMessage().footer());
        return Stream.concat(
                footer.replace("\\\n", " ").lines().map(String::strip).filter(line -> line.startsWith("butler")),
                command.getSubcommands().values().stream().distinct().flatMap(ExamplesRunTest::examples));
    }

    private static String write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static String file(String name) {
        return folder.resolve(name).toString();
    }
}
