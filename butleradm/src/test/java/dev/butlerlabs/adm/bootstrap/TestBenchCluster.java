package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.testing.DockerCommand;
import dev.butlerlabs.core.testing.ProjectRoot;
import dev.butlerlabs.core.testing.TestBenchTalosNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A management cluster of real Talos, etcd and Kubernetes in containers of the test bench. It takes minutes. */
final class TestBenchCluster implements AutoCloseable {
    private static final String NAME = "testbench";
    /** Rejects traffic of the machines to other networks: a node contacts time servers and registries. */
    private static final List<String> GUARD =
            List.of("DOCKER-USER", "-s", "10.5.22.0/24", "!", "-d", "10.5.22.0/24", "-j", "REJECT");

    private final TestBenchTalosNode node;
    private final Tool butleradm;
    private final Path file;

    private TestBenchCluster(TestBenchTalosNode node, Tool butleradm, Path file) {
        this.node = node;
        this.butleradm = butleradm;
        this.file = file;
    }

    /** Skips the test without the test bench, or unless it runs with {@code -Dbutler.local.bootstrap=true}. */
    static TestBenchTalosNode requireNode() {
        assumeTrue(Boolean.getBoolean("butler.local.bootstrap"), "takes minutes; see scripts/test --long");
        Optional<TestBenchTalosNode> node =
                TestBenchTalosNode.find().filter(found -> found.registry().isPresent());
        assumeTrue(node.isPresent(), TestBenchTalosNode.ABSENT);
        return node.get();
    }

    /**
     * Prepares a cluster with the bootstrap file of the test bench.
     *
     * @param home an empty directory
     * @param line the line of the file to replace
     */
    static TestBenchCluster of(TestBenchTalosNode node, Path home, String line, String replacement) throws IOException {
        Tool butleradm = Tool.of("butleradm", Butleradm.class, Butleradm::commands)
                .with("BUTLER_HOME", home.toString())
                .with("DOCKER_HOST", node.engine().toString())
                .with("IMAGE", node.image())
                .with("REGISTRY", node.registry().orElseThrow())
                .with("KUBERNETES", node.kubernetes());
        String text = Files.readString(ProjectRoot.find().resolve("scripts/talosnode/bootstrap.yaml"));
        assertThat(text).contains(line);
        Path file = Files.writeString(home.resolve("bootstrap.yaml"), text.replace(line, replacement));
        guard("-I");
        return new TestBenchCluster(node, butleradm, file);
    }

    private static void guard(String change) throws IOException {
        List<String> command = new ArrayList<>(List.of("iptables", change));
        command.addAll(GUARD);
        assertThat(new ProcessBuilder(command)
                        .inheritIO()
                        .start()
                        .onExit()
                        .join()
                        .exitValue())
                .isZero();
    }

    /** Creates the cluster and returns its kubeconfig. */
    Path bootstrap() throws Exception {
        ToolRun created =
                butleradm.runProcess("bootstrap", "local", "-c", file.toString(), "--skip-preflight", "-o", "json");
        assertThat(created.exitCode()).as(created.err()).isZero();
        JsonNode result = new ObjectMapper().readTree(created.out());
        assertThat(result.path("machines").asInt()).isEqualTo(1);
        return Path.of(result.path("kubeconfig").asText());
    }

    ToolRun destroy() throws Exception {
        return butleradm.runProcess("destroy", NAME, "--confirm=" + NAME);
    }

    /** Returns the containers and volumes of the cluster. */
    String leftovers() {
        DockerCommand docker = new DockerCommand(node.engine());
        return docker.run("ps", "-aq", "--filter", "name=" + NAME)
                + docker.run("volume", "ls", "-q", "--filter", "name=" + NAME);
    }

    @Override
    public void close() throws IOException {
        butleradm.runProcess("destroy", NAME, "-c", file.toString(), "--confirm=" + NAME);
        guard("-D");
    }
}
