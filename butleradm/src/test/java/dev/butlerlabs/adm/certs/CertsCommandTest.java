package dev.butlerlabs.adm.certs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.adm.status.PlatformFixture;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.talos.secrets.ClientFilesGenerator;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.yaml.YamlWriter;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code certs} against a simulated platform. */
@Timeout(180)
@Tag("slow")
class CertsCommandTest {
    @TempDir
    private static Path directory;

    private static PlatformFixture platform;

    @BeforeAll
    static void start() throws IOException {
        platform = PlatformFixture.start(directory);
        platform.client()
                .resource(platform.client()
                        .getKubernetesSerialization()
                        .unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: ClusterBootstrap
                        metadata: {name: demo, namespace: butler-system}
                        spec:
                          provider: harvester
                          providerRef: {name: rack}
                          cluster: {name: demo, topology: single-node, controlPlane: {replicas: 1, cpu: 4, memoryMB: 8192, diskGB: 50}}
                          network: {podCIDR: 10.244.0.0/16, serviceCIDR: 10.96.0.0/12, vip: 10.0.0.100}
                          talos: {version: v1.14.1, schematic: "%s"}
                        """.formatted("3".repeat(64)), ClusterBootstrap.class))
                .create();
        String secrets = Files.readString(platform.secrets());
        // The kubeconfig was issued 350 days ago.
        ClientFilesGenerator generator =
                new ClientFilesGenerator(new SecureRandom(), Clock.offset(Clock.systemUTC(), Duration.ofDays(-350)));
        String kubeconfig = YamlWriter.write(
                generator.kubeconfig(SecretsBundle.parse("test", secrets), "demo", "https://10.0.0.100:6443"));
        secret(
                "demo-talos-secrets",
                Map.of("secrets.yaml", secrets, "talosconfig", Files.readString(platform.talosconfig())));
        secret("demo-kubeconfig", Map.of("kubeconfig", kubeconfig));
    }

    private static void secret(String name, Map<String, String> values) {
        platform.client()
                .resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace("butler-system")
                        .withName(name)
                        .endMetadata()
                        .withStringData(values)
                        .build())
                .create();
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    private static ToolRun run(String... words) {
        return PlatformFixture.BUTLERADM.run(Stream.concat(
                        Stream.of(words),
                        Stream.of("--kubeconfig", platform.kubeconfig().toString()))
                .toArray(String[]::new));
    }

    @Test
    void listsEveryCertificateAndExitsWith11IfOneExpiresSoon() throws IOException {
        ToolRun run = run("certs", "list", "-o", "json");

        assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(ErrorKind.DEGRADED.exitCode());
        JsonNode list = new ObjectMapper().readTree(run.out());
        assertThat(list.path("unread")).isEmpty();
        assertThat(list.path("items"))
                .extracting(one -> one.path("name").asText() + " "
                        + one.path("use").asText() + " " + one.path("state").asText())
                .startsWith(
                        "Talos CA ca valid",
                        "Kubernetes CA ca valid",
                        "aggregator CA ca valid",
                        "etcd CA ca valid",
                        "talosconfig client valid",
                        "kubeconfig client expires soon")
                .contains("Kubernetes API serving valid", "Talos API serving valid");
        assertThat(list.at("/items/5/daysLeft").asInt()).isEqualTo(14);
        assertThat(list.at("/items/0/issuer").asText()).isEqualTo("O=talos");
    }

    @Test
    void printsATable() {
        assertThat(run("certs", "list", "-o", "wide").out())
                .startsWith("NAME ")
                .containsPattern("Talos CA +ca +Secret butler-system/demo-talos-secrets +O=talos ")
                .containsPattern("Talos API +serving +\\S+ \\(cp-1\\) +O=talos .* valid +CN=\\S+ +Talos");
    }

    @Test
    void listsLocalCertificatesIfTheApiIsUnreachable() throws IOException {
        Path copy = Files.createDirectories(directory.resolve("unreachable"));
        Files.copy(platform.talosconfig(), copy.resolve("demo-talosconfig"));
        Path kubeconfig = Files.writeString(
                copy.resolve("demo-kubeconfig"),
                Files.readString(platform.kubeconfig()).replaceFirst("https://127.0.0.1:\\d+", "https://127.0.0.1:1"));

        ToolRun run = PlatformFixture.BUTLERADM.run("certs", "list", "--kubeconfig", kubeconfig.toString());

        assertThat(run.exitCode()).isEqualTo(ErrorKind.UNREACHABLE.exitCode());
        assertThat(run.out()).containsPattern("talosconfig +client ").containsPattern("Talos API +serving ");
        assertThat(run.err()).contains("Secrets of the cluster: unknown because ");
    }

    @Test
    void plansACaRotationAndChangesNothing() {
        String before = version();

        ToolRun run = run("certs", "rotate", "--ca", "talos", "--plan");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .startsWith("Rotation of the Talos CA, which expires on 20")
                .contains("\n2. Generate a new CA, and accept it beside the old one", "--control-plane-nodes 127.");
        assertThat(version()).isEqualTo(before);
    }

    private static String version() {
        return platform.client()
                .secrets()
                .inNamespace("butler-system")
                .withName("demo-talos-secrets")
                .get()
                .getMetadata()
                .getResourceVersion();
    }

    @Test
    void rejectsContradictingOptions() {
        assertThat(run("certs", "rotate", "--ca", "talos").err()).contains("--ca requires --plan");
        assertThat(run("certs", "rotate", "--plan").err()).contains("--plan requires --ca");
        assertThat(run("certs", "rotate", "--ca", "talos", "--plan", "--only", "kubeconfig")
                        .err())
                .contains("--ca cannot be used with --only or --secrets-file");
        assertThat(run("certs", "rotate", "--ca", "etcd", "--plan").err()).contains("must be one of talos, kubernetes");
        assertThat(run("certs", "rotate", "--only", "etcd").err()).contains("must be one of kubeconfig, talosconfig");
        assertThat(run("certs", "rotate", "--secrets-file", "/nowhere").err())
                .contains("Secrets file /nowhere does not exist.");
    }
}
