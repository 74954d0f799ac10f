package dev.butlerlabs.adm.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ErrorKind;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code status} against a simulated platform. */
@Timeout(180)
@Tag("slow")
class StatusCommandTest {
    @TempDir
    private static Path directory;

    private static PlatformFixture platform;

    @BeforeAll
    static void start() throws IOException {
        platform = PlatformFixture.start(directory);
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    @Test
    void aHealthyClusterExitsWith0() throws IOException {
        Path page = directory.resolve("status.html");
        ToolRun run = platform.run("status", "--html", page.toString());

        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out())
                .startsWith("Cluster demo is healthy (https://127.0.0.1:")
                .containsPattern("cp-1 +control-plane +Ready +running +member +v1.14.1 +v1.37.2")
                .containsPattern("2/2 +pod-a ")
                .containsPattern("butler-system +lab +50 +150 +200")
                .containsPattern("Ready +1")
                .containsPattern("talosconfig +\\S+demo-talosconfig +20");
        assertThat(Files.readString(page))
                .contains("<h1>demo: <span class=\"healthy\">healthy</span></h1>", "<td>cp-1</td>");
    }

    @Test
    void problemsComeFirstWithTheirCommandAndExitWith11() throws IOException {
        platform.client()
                .nodes()
                .withName(PlatformFixture.NODE)
                .edit(node -> new NodeBuilder(node)
                        .editOrNewSpec()
                        .withUnschedulable(true)
                        .endSpec()
                        .build());
        platform.client()
                .leases()
                .inNamespace("butler-system")
                .withName("butler-controllers")
                .edit(lease -> {
                    lease.getSpec().setLeaseDurationSeconds(1);
                    lease.getSpec().setRenewTime(lease.getSpec().getRenewTime().minusHours(1));
                    return lease;
                });
        try {
            ToolRun run = platform.run("status", "-o", "json");

            assertThat(run.exitCode()).as(run.err()).isEqualTo(ErrorKind.DEGRADED.exitCode());
            JsonNode status = new ObjectMapper().readTree(run.out());
            assertThat(status.at("/health").asText()).isEqualTo("degraded");
            assertThat(status.at("/problems/0/subject").asText()).isEqualTo("controllers");
            assertThat(status.at("/problems/0/command").asText())
                    .isEqualTo("kubectl --kubeconfig %s logs -n butler-system deployment/butler-controllers --tail 50"
                            .formatted(platform.kubeconfig()));
            assertThat(status.at("/problems/1/severity").asText()).isEqualTo("notice");
            assertThat(status.at("/nodes/0/status").asText()).isEqualTo("Ready,SchedulingDisabled");
        } finally {
            platform.client()
                    .leases()
                    .inNamespace("butler-system")
                    .withName("butler-controllers")
                    .edit(lease -> {
                        lease.getSpec().setLeaseDurationSeconds(3600 * 3);
                        return lease;
                    });
            platform.client()
                    .nodes()
                    .withName(PlatformFixture.NODE)
                    .edit(node -> new NodeBuilder(node)
                            .editSpec()
                            .withUnschedulable(null)
                            .endSpec()
                            .build());
        }
    }

    @Test
    void anUnreachableApiExitsWith7AndStillListsTheMachines() throws IOException {
        Path copy = Files.createDirectories(directory.resolve("unreachable"));
        Files.copy(platform.talosconfig(), copy.resolve("demo-talosconfig"));
        Files.writeString(
                copy.resolve("demo-kubeconfig"),
                Files.readString(platform.kubeconfig()).replaceFirst("https://127.0.0.1:\\d+", "https://127.0.0.1:1"));

        ToolRun run = PlatformFixture.BUTLERADM.run(
                "status", "--kubeconfig", copy.resolve("demo-kubeconfig").toString());

        assertThat(run.exitCode()).as(run.err()).isEqualTo(ErrorKind.UNREACHABLE.exitCode());
        assertThat(run.out())
                .startsWith("Cluster demo is unreachable, 1 problem (https://127.0.0.1:1)")
                .contains("critical  Kubernetes API: https://127.0.0.1:1 cannot be read: listing the nodes failed: ")
                .containsPattern("cp-1 +control-plane +unknown +running +member +v1.14.1 +-")
                .contains("Addons\n  unknown because listing ");
    }

    @Test
    void aClusterWithoutButlerIsNotAManagementCluster() throws IOException {
        try (EmbeddedApiServer other = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory())) {
            Path kubeconfig = Files.writeString(directory.resolve("other"), other.kubeconfig());

            ToolRun run = PlatformFixture.BUTLERADM.run("status", "--kubeconfig", kubeconfig.toString());

            assertThat(run.exitCode()).isEqualTo(ErrorKind.NOT_FOUND.exitCode());
            assertThat(run.err()).contains("is not a Butler management cluster");
        }
    }

    @Test
    void rejectsContradictingOptions() {
        assertThat(platform.run("status", "demo").err()).contains("CLUSTER cannot be used with --kubeconfig.");
        assertThat(platform.run("status", "--rehearsal").err()).contains("--rehearsal requires CLUSTER.");
        assertThat(platform.run("status", "-w", "-o", "json").err()).contains("--watch cannot be used with -o.");
        assertThat(platform.run("status", "--talosconfig", "/nowhere").err())
                .contains("Talosconfig /nowhere does not exist.");
        assertThat(PlatformFixture.BUTLERADM.run("status", "no-such-cluster").err())
                .contains("Management cluster \"no-such-cluster\" not found: ");
    }
}
