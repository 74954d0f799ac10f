package dev.butlerlabs.adm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.cli.testing.Interruptions;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.testing.ProjectRoot;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class EngineStartTest {
    private static final Tool BUTLERADM = Tool.of("butleradm", Butleradm.class, Butleradm::commands);
    private static final ResourceDefinitionContext TEAMS = new ResourceDefinitionContext.Builder()
            .withGroup("butler.butlerlabs.dev")
            .withVersion("v1alpha1")
            .withKind("Team")
            .withPlural("teams")
            .withNamespaced(false)
            .build();

    @TempDir
    private Path folder;

    @Test
    void keepsWhatWasStoredFromOneRunToTheNext() throws Exception {
        Path kubeconfig = folder.resolve("engine.kubeconfig");
        String[] arguments = {
            "engine",
            "start",
            "--data",
            folder.resolve("data").toString(),
            "--kubeconfig-out",
            kubeconfig.toString(),
            "-o",
            "json"
        };
        try (Engine engine = new Engine(arguments)) {
            assertThat(engine.told("kubeconfig")).isEqualTo(kubeconfig.toString());
            assertThat(engine.told("server")).startsWith("https://127.0.0.1:");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kubeconfig)))
                    .isEqualTo("rw-------");
            try (KubernetesClient client = client(kubeconfig)) {
                Path example = ProjectRoot.find().resolve("configs/examples/team.yaml");
                client.resource(Files.readString(example)).serverSideApply();
            }
            assertThat(engine.end("TERM")).isEqualTo(143);
        }
        try (Engine engine = new Engine(arguments);
                KubernetesClient client = client(kubeconfig)) {
            List<GenericKubernetesResource> teams =
                    client.genericKubernetesResources(TEAMS).list().getItems();
            assertThat(teams).extracting(team -> team.getMetadata().getName()).containsExactly("payments");
            assertThat(engine.end("INT")).isEqualTo(130);
            assertThat(engine.messages()).contains("Stopping within", "data kept.");
        }
    }

    /** SIGKILL leaves the last record of the log without the end mark that a clean stop writes. */
    @Test
    void repairsADamagedLastRecordOnRequest() throws Exception {
        Path data = folder.resolve("data");
        String[] arguments = {"engine", "start", "--data", data.toString(), "-o", "json"};
        try (Engine engine = new Engine(arguments);
                KubernetesClient client = client(data.resolve("kubeconfig"))) {
            Path example = ProjectRoot.find().resolve("configs/examples/team.yaml");
            client.resource(Files.readString(example)).serverSideApply();
            engine.end("KILL");
        }
        Path log = data.resolve("store").resolve("log-0000000000000000000");
        byte[] content = Files.readAllBytes(log);
        content[content.length - 1] ^= 0x20;
        Files.write(log, content);

        ToolRun refused = BUTLERADM.run("engine", "start", "-q", "--data", data.toString());

        assertThat(refused.exitCode()).isEqualTo(10);
        assertThat(refused.err())
                .contains("BTL-1002", "butleradm engine start --data %s --repair".formatted(data.toRealPath()));
        assertThat(Files.readAllBytes(log)).isEqualTo(content);
        try (Engine engine = new Engine(arguments(arguments, "--repair"));
                Stream<Path> files = Files.list(log.getParent())) {
            assertThat(engine.messages()).contains("Removed the damaged last record of ", "They are kept in ");
            assertThat(files.filter(file -> file.toString().contains(".removed-")))
                    .hasSize(1);
            assertThat(engine.end("TERM")).isEqualTo(143);
        }
        assertThat(BUTLERADM.run("engine", "start", "--repair").exitCode()).isEqualTo(2);
    }

    private static String[] arguments(String[] first, String last) {
        return Stream.concat(Stream.of(first), Stream.of(last)).toArray(String[]::new);
    }

    @Test
    void leavesNothingBehindWithoutAFolderOfItsOwn() throws Exception {
        try (Engine engine = new Engine("engine", "start", "-o", "json")) {
            Path data = Path.of(engine.told("data"));
            assertThat(Path.of(engine.told("kubeconfig"))).exists().hasParent(data);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data)))
                    .isEqualTo("rwx------");
            assertThat(engine.end("INT")).isEqualTo(130);
            assertThat(data).doesNotExist();
            assertThat(engine.messages().lines().filter(line -> line.startsWith("{")))
                    .as("progress as JSON lines")
                    .hasSize(2);
        }
    }

    @Test
    void doesNotWriteOverAKubeconfigOfOtherClusters() throws IOException {
        Path precious = Files.writeString(folder.resolve("config"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: production, cluster: {server: "https://127.0.0.1:1"}}]
                users: [{name: me, user: {}}]
                contexts: [{name: production, context: {cluster: production, user: me}}]
                """);
        String before = Files.readString(precious);
        ToolRun run = BUTLERADM.run("engine", "start", "-q", "--kubeconfig-out", precious.toString());
        assertThat(run.exitCode()).isEqualTo(6);
        assertThat(run.err()).startsWith("error: ").contains("is a kubeconfig of other clusters");
        assertThat(Files.readString(precious)).isEqualTo(before);
    }

    @Test
    void saysThatAPortIsTakenOrImpossible() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ToolRun run = BUTLERADM.run("engine", "start", "-q", "--port", Integer.toString(taken.getLocalPort()));
            assertThat(run.exitCode()).isEqualTo(10);
            assertThat(run.err()).contains(Integer.toString(taken.getLocalPort()), "see: butleradm explain BTL-10");
        }
        ToolRun impossible = BUTLERADM.run("engine", "start", "--port", "70000");
        assertThat(impossible.exitCode()).isEqualTo(3);
        assertThat(impossible.err()).contains("  --port: 70000 is not a valid port (must be between 1 and 65535)");
    }

    private static KubernetesClient client(Path kubeconfig) {
        return new KubeConnector("test").connect(List.of(kubeconfig), Optional.empty());
    }

    /** A running engine and the line it announced itself with. */
    private static final class Engine implements AutoCloseable {
        private final Process process;
        private final Path err;
        private final JsonNode announcement;

        Engine(String... arguments) throws IOException {
            err = Files.createTempFile("engine-messages-", ".txt");
            process = new ProcessBuilder(Interruptions.heardBy(BUTLERADM.commandLine(arguments)))
                    .redirectError(err.toFile())
                    .start();
            BufferedReader out = process.inputReader();
            String line = out.readLine();
            assertThat(line).as(() -> messagesOrNothing()).isNotNull();
            announcement = new ObjectMapper().readTree(line);
        }

        String told(String field) {
            return announcement.get(field).asText();
        }

        int end(String signal) throws IOException, InterruptedException {
            new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();
            assertThat(process.waitFor(60, TimeUnit.SECONDS))
                    .as("the engine stops")
                    .isTrue();
            return process.exitValue();
        }

        String messages() throws IOException {
            return Files.readString(err);
        }

        private String messagesOrNothing() {
            try {
                return messages();
            } catch (IOException e) {
                return "";
            }
        }

        @Override
        public void close() throws IOException {
            process.destroyForcibly();
            Files.deleteIfExists(err);
        }
    }
}
