package dev.butlerlabs.core.engine.kind;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.docker.DockerEngine;
import dev.butlerlabs.core.docker.ImageName;
import dev.butlerlabs.core.docker.TestBenchDocker;
import dev.butlerlabs.core.docker.TestNodeImage;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressReporter;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The kind program takes our clusters for its own, and makes its own alike. The nodes are without Kubernetes, so this is quick. */
@Tag("process")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class KindProgramTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path home;

    private final String name = "test-" + UUID.randomUUID().toString().substring(0, 8);
    private final String ours = "butler-" + name;
    private final String theirs = "kind-" + name;
    private ImageName image;
    private URI host;
    private Path kind;
    private Path folder;

    @BeforeEach
    void connect() throws IOException {
        host = TestBenchDocker.require();
        image = TestNodeImage.require();
        Optional<Path> program = program();
        Assumptions.assumeTrue(program.isPresent(), "no kind program (scripts/testbench-kind)");
        kind = program.get();
        folder = home.resolve("engine");
    }

    private static Optional<Path> program() throws IOException {
        Path bench = Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .map(Path::of)
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
                .resolve("butler/testbench");
        try (Stream<Path> folders = Files.list(bench)) {
            return folders.filter(path -> path.getFileName().toString().startsWith("kind-"))
                    .map(path -> path.resolve("kind"))
                    .filter(Files::isExecutable)
                    .sorted()
                    .findFirst();
        }
    }

    @AfterEach
    void remove() throws Exception {
        if (kind != null) {
            KindEngine.discard(folder);
            output(kind.toString(), "delete", "cluster", "--name", theirs, "--kubeconfig", scrap());
        }
    }

    private String scrap() {
        return home.resolve("kubeconfig").toString();
    }

    private void make() {
        KindOptions options = KindOptions.of(name, folder).withImage(image);
        try (DockerEngine docker = DockerEngine.at(host)) {
            KindState state = KindState.readOrBegin(folder, KindClusterName.of(name), host);
            ProgressReporter progress = new ProgressReporter(Progress.unseen(), Clock.systemUTC());
            new KindCluster(docker, state).ensure(options, progress.start("EngineStarted", ""));
        }
    }

    private String output(String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("DOCKER_HOST", host.toString());
        Process process = builder.start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text;
    }

    @Test
    void listsEntersAndDeletesWhatWeMade() throws Exception {
        make();
        assertThat(output(kind.toString(), "get", "clusters").lines()).contains(ours);
        assertThat(output(kind.toString(), "get", "nodes", "--name", ours)).isEqualTo(ours + "-control-plane\n");
        assertThat(output(kind.toString(), "get", "kubeconfig", "--name", ours))
                .contains("current-context: kind-" + ours, "server: https://127.0.0.1:");
        output(kind.toString(), "export", "kubeconfig", "--name", ours, "--kubeconfig", scrap());
        assertThat(Path.of(scrap())).content().contains("kind-" + ours);
        output(kind.toString(), "delete", "cluster", "--name", ours, "--kubeconfig", scrap());
        assertThat(output(kind.toString(), "get", "clusters").lines()).doesNotContain(ours);
    }

    /** Field by field as Docker has it, apart from names, ports, and the label that says whose it is. */
    @Test
    void makesItsOwnNodeAlike() throws Exception {
        make();
        output(
                kind.toString(),
                "create",
                "cluster",
                "--name",
                theirs,
                "--image",
                image.toString(),
                "--kubeconfig",
                scrap());
        assertThat(differences("", container(theirs), container(ours))).isEmpty();
    }

    private JsonNode container(String cluster) throws Exception {
        String text = output("docker", "inspect", cluster + "-control-plane").replace(cluster, "CLUSTER");
        JsonNode container = JSON.readTree(text).path(0);
        ((ObjectNode) container.path("Config").path("Labels")).remove(KindClusterName.OWNER_LABEL);
        ((ObjectNode) container
                        .path("HostConfig")
                        .path("PortBindings")
                        .path("6443/tcp")
                        .path(0))
                .remove("HostPort");
        withoutUnset((ArrayNode) container.path("Config").path("Env"));
        ObjectNode compared = JSON.createObjectNode();
        compared.set("Config", container.path("Config"));
        compared.set("HostConfig", container.path("HostConfig"));
        return compared;
    }

    /** The docker program names variables that it was told to pass on and has not itself. */
    private static void withoutUnset(ArrayNode variables) {
        for (int i = variables.size() - 1; i >= 0; i--) {
            if (!variables.path(i).asText().contains("=")) {
                variables.remove(i);
            }
        }
    }

    private static List<String> differences(String path, JsonNode theirs, JsonNode ours) {
        List<String> found = new ArrayList<>();
        if (theirs.isObject() && ours.isObject()) {
            Stream.concat(theirs.properties().stream(), ours.properties().stream())
                    .map(Map.Entry::getKey)
                    .distinct()
                    .forEach(key -> found.addAll(differences(path + "/" + key, theirs.path(key), ours.path(key))));
        } else if (!theirs.equals(ours) && !(isNothing(theirs) && isNothing(ours))) {
            found.add("%s: theirs %s, ours %s".formatted(path, theirs, ours));
        }
        return found;
    }

    private static boolean isNothing(JsonNode value) {
        return value.isMissingNode() || value.isNull() || (value.isContainerNode() && value.isEmpty());
    }
}
