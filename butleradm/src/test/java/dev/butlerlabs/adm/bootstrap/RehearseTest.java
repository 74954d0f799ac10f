package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.testing.LongSuite;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The operator's own file, through the tool itself, in a simulated world; two of them in processes of their own. */
@Tag("process")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RehearseTest {
    private static final Tool BUTLERADM = Tool.of("butleradm", Butleradm.class, Butleradm::commands);

    private static final String SMALL = "bootstrap-single-node.yaml";
    private static final String DISTURBED = "bootstrap-nutanix.yaml";
    /** The examples that are rehearsed at the same time. */
    private static final Set<String> BESIDE_EACH_OTHER = Set.of(SMALL, DISTURBED);

    @TempDir
    private Path home;

    private ToolRun run(String... arguments) {
        return BUTLERADM.with("BUTLER_HOME", home.toString()).run(arguments);
    }

    private static String example(String name) {
        return ProjectRoot.find().resolve("configs/examples/" + name).toString();
    }

    static Stream<String> examples() throws IOException {
        try (Stream<Path> files = Files.list(ProjectRoot.find().resolve("configs/examples"))) {
            List<String> names = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("bootstrap-") && !BESIDE_EACH_OTHER.contains(name))
                    .sorted()
                    .toList();
            return LongSuite.every(3, 1, names).stream();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void bringsEveryExampleToReadyAndLeavesNothing(String file) throws Exception {
        ToolRun run = run("rehearse", "-c", example(file), "-o", "json");
        requireReady(run, 5);
        assertThat(run.err()).doesNotContain("warning");
    }

    /** The image in the provider section is not used, so the file needs none. */
    static Stream<String> providersWithImages() {
        return LongSuite.plus(List.of("nutanix"), "aws", "harvester", "proxmox", "gcp", "azure");
    }

    @ParameterizedTest
    @MethodSource("providersWithImages")
    void transfersTheImageOfTheMachines(String provider) throws Exception {
        String text = Files.readString(Path.of(example("bootstrap-%s.yaml".formatted(provider))));
        String changed = MinimalAddons.in(text)
                .replaceAll("\n +(image(Name|UUID|Family|URN|ID)?|templateID|ami):.*", "")
                .replaceAll("\n +schematic:.*", "")
                .replace("\ntalos:\n", "\ntalos:\n  image: auto\n  schematic: %s\n".formatted("3".repeat(64)));
        Path file = Files.writeString(home.resolve("auto.yaml"), changed);

        ToolRun run = run("rehearse", "-c", file.toString(), "-o", "json");

        requireReady(run, 5);
        assertThat(run.err()).contains("Transferring the Talos image");
    }

    /** Two runs at once in one home, one of them on an infrastructure with faults. */
    @Test
    void runsBesideAnotherRehearsalAndThroughFaults() throws Exception {
        LongSuite.assumeEnabled();
        Tool tool = BUTLERADM.with("BUTLER_HOME", home.toString());
        Process small = tool.start("rehearse", "-c", example(SMALL), "-o", "json");
        ToolRun disturbed = tool.runProcess(
                "rehearse",
                "-c",
                example(DISTURBED),
                "--fault",
                "create:lost-response@cp-1",
                "--fault",
                "any:error-storm",
                "--fault",
                "create:throttle*2",
                "-o",
                "json");
        requireReady(Tool.finish(small), 1);
        requireReady(disturbed, 5);
        requireFaults(tool, disturbed);
    }

    /** The faults are reported with their outcome, and the totals of the run are those of its timeline. */
    private static void requireFaults(Tool tool, ToolRun disturbed) throws IOException {
        assertThat(disturbed.err())
                .contains("\"text\":\"response lost for cp-1\"", "\"outcome\":\"machine found again, no duplicate\"")
                .contains("\"event\":\"machine\"", "\"event\":\"addon\"");
        JsonNode timeline = new ObjectMapper()
                .readTree(tool.runProcess("timeline", "butler-nutanix", "--rehearsal", "-o", "json")
                        .out());
        JsonNode summary = timeline.path("runs").path(0).path("summary");
        assertThat(summary.path("faults").asInt()).isEqualTo(4);
        assertThat(summary.path("machines").asInt()).isEqualTo(5);
        assertThat(summary.path("addonsReady").asInt())
                .isEqualTo(summary.path("addons").asInt())
                .isPositive();
        assertThat(summary.path("seconds").asDouble())
                .isEqualTo(new ObjectMapper()
                        .readTree(disturbed.out())
                        .path("totalSeconds")
                        .asDouble());
    }

    private static void requireReady(ToolRun run, int machines) throws IOException {
        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode result = new ObjectMapper().readTree(run.out());
        assertThat(result.path("machines").asInt()).isEqualTo(machines);
        assertThat(result.path("removed").asInt()).isGreaterThanOrEqualTo(machines);
        assertThat(result.path("left").asInt()).isZero();
    }

    @Test
    void tellsWhatQuotaIsMissing() {
        ToolRun run = run("rehearse", "-c", example("bootstrap-nutanix.yaml"), "--fault", "create:quota@worker-0*99");
        assertThat(run.exitCode()).isEqualTo(9);
        assertThat(run.err()).contains("worker-0", "BTL-0902");
    }

    @Test
    void namesEveryFaultItDoesNotUnderstand() {
        ToolRun run =
                run("rehearse", "-c", example("bootstrap-nutanix.yaml"), "--fault", "boom", "--fault", "any:oops");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains("boom", "oops");
        assertThat(home).isEmptyDirectory();
    }

    @Test
    void printsTheResourcesInADryRunWithoutASecret() {
        Tool tool = BUTLERADM.with("BUTLER_HOME", home.toString()).with("NUTANIX_PASSWORD", "canary-7f3a");
        ToolRun run = tool.runProcess("bootstrap", "nutanix", "-c", example("bootstrap-nutanix.yaml"), "--dry-run");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("kind: ClusterBootstrap", "kind: ProviderConfig", "(hidden)");
        assertThat(run.out() + run.err()).doesNotContain("canary-7f3a");
        assertThat(home).isEmptyDirectory();
    }

    @Test
    void refusesTheFileOfAnotherProvider() {
        Tool tool = BUTLERADM.with("BUTLER_HOME", home.toString()).with("NUTANIX_PASSWORD", "canary-7f3a");
        ToolRun run = tool.runProcess("bootstrap", "harvester", "-c", example("bootstrap-nutanix.yaml"), "--dry-run");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains("butleradm bootstrap nutanix");
    }

    @Test
    void refusesAFileThatIsNoBootstrapFile() {
        ToolRun run = run("rehearse", "-c", example("team.yaml"));
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains("provider: is missing");
    }
}
