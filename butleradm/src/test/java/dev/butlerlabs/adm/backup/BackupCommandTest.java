package dev.butlerlabs.adm.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Backups of a simulated cluster through the commands, and their restore into another cluster. */
@Timeout(300)
@Tag("slow")
class BackupCommandTest {
    @TempDir
    private Path directory;

    @Test
    void aClusterIsBackedUpVerifiedAndMoved() throws IOException {
        Path target = Files.createDirectory(directory.resolve("backups"));
        Files.writeString(directory.resolve("pass"), "correct horse\n");
        Files.write(directory.resolve("key"), new byte[32]);
        String backup;
        try (SimulatedPlatform platform = SimulatedPlatform.start(directory)) {
            createObjects(platform.client());
            String kubeconfig = platform.kubeconfig().toString();

            ToolRun created = run("backup", "create", "demo", "--to", target.toString());
            assertThat(created.exitCode()).isNotZero();
            created = withPassphrase(
                    "backup", "create", "--kubeconfig", kubeconfig, "--to", target.toString(), "--verify");
            assertThat(created.exitCode()).as(created.err()).isZero();
            assertThat(created.out())
                    .startsWith("Backup of cluster demo written to ")
                    .contains("verified");
            assertThat(created.err()).contains("checksum verified", "Reading machine configurations: 1/1");
            ToolRun again = withKey(
                    "backup",
                    "create",
                    "--kubeconfig",
                    kubeconfig,
                    "--to",
                    target.toString(),
                    "--keep-last",
                    "1",
                    "-o",
                    "json",
                    "-q");
            assertThat(again.exitCode()).as(again.err()).isZero();
            assertThat(again.out()).contains("\"deleted\"", "\"machinerequests.butler.butlerlabs.dev\": 1", "\"etcd\"");
            List<Path> files = files(target);
            assertThat(files).hasSize(1);
            backup = files.getFirst().toString();
        }
        assertThat(run("backup", "list", target.toString()).out())
                .contains("demo", "keyFile", Path.of(backup).getFileName().toString());
        assertThat(run("backup", "list", directory.resolve("configs").toString())
                        .err())
                .contains("No backups found");
        ToolRun verified = withKey("backup", "verify", backup, "-o", "json");
        assertThat(verified.exitCode()).as(verified.err()).isZero();
        assertThat(verified.out()).contains("\"valid\": true", "\"etcdKeys\"");
        rejectsWhatIsNotTheBackup(Path.of(backup));
        extracts(backup);
        moves(backup);
    }

    private void rejectsWhatIsNotTheBackup(Path backup) throws IOException {
        Files.writeString(directory.resolve("wrong"), "a key of another backup, 32 byte");
        ToolRun wrong = withSecret("--key-file", "wrong", "backup", "verify", backup.toString());
        assertThat(wrong.exitCode()).isEqualTo(ErrorKind.DENIED.exitCode());
        assertThat(wrong.err()).contains("The key file does not open backup");
        byte[] content = Files.readAllBytes(backup);
        content[content.length / 2] ^= 1;
        Path damaged = Files.write(directory.resolve("damaged.butler-backup"), content);
        ToolRun flipped = withKey("backup", "verify", damaged.toString());
        assertThat(flipped.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(flipped.err()).contains("is damaged");
        assertThat(run("backup", "verify", backup.toString()).err()).contains("no terminal is available");
        assertThat(withPassphrase("backup", "verify", backup.toString()).err())
                .contains("was encrypted with a key file");
    }

    private void extracts(String backup) throws IOException {
        Path files = directory.resolve("files");
        ToolRun extracted = withKey("backup", "extract", backup, files.toString());
        assertThat(extracted.exitCode()).as(extracted.err()).isZero();
        assertThat(Files.size(files.resolve("etcd.db")) % 512).isEqualTo(32);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files.resolve("etcd.db"))))
                .isEqualTo("rw-------");
        assertThat(withKey("backup", "extract", backup, files.toString()).exitCode())
                .isEqualTo(ErrorKind.CONFLICT.exitCode());
    }

    private void moves(String backup) throws IOException {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
                KubernetesClient client =
                        new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"))) {
            Path kubeconfig = Files.writeString(directory.resolve("new-kubeconfig"), server.kubeconfig());
            ToolRun restored = withKey("restore", "--objects", backup, "--kubeconfig", kubeconfig.toString(), "--yes");
            assertThat(restored.exitCode()).as(restored.err()).isZero();
            assertThat(restored.out()).contains("objects restored into");
            assertThat(restored.err()).contains("run the same command with --unpause");
            assertThat(client.resources(MachineRequest.class)
                            .inNamespace("butler-system")
                            .withName("demo-cp-0")
                            .get())
                    .isNotNull();
            assertThat(client.secrets()
                            .inNamespace("butler-system")
                            .withName("credentials")
                            .get()
                            .getData())
                    .isEqualTo(Map.of("password", "aHVudGVyMg=="));
        }
    }

    private ToolRun withPassphrase(String... words) {
        return withSecret("--passphrase-file", "pass", words);
    }

    private ToolRun withKey(String... words) {
        return withSecret("--key-file", "key", words);
    }

    private ToolRun withSecret(String option, String file, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of(option, directory.resolve(file).toString()));
        return run(all.toArray(String[]::new));
    }

    private static ToolRun run(String... words) {
        return SimulatedPlatform.BUTLERADM.run(words);
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    private static void createObjects(KubernetesClient client) {
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("butler-system")
                        .endMetadata()
                        .build())
                .create();
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName("credentials")
                        .withNamespace("butler-system")
                        .endMetadata()
                        .withData(Map.of("password", "aHVudGVyMg=="))
                        .build())
                .create();
        client.resource(Serialization.unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: ProviderConfig
                        metadata: {name: proxmox, namespace: butler-system}
                        spec:
                          provider: proxmox
                          credentialsRef: {name: credentials, namespace: butler-system}
                          proxmox: {endpoint: "https://10.0.0.1:8006", nodes: [pve], storage: local}
                        """, ProviderConfig.class)).create();
        client.resource(Serialization.unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: MachineRequest
                        metadata: {name: demo-cp-0, namespace: butler-system}
                        spec: {providerRef: {name: proxmox}, machineName: demo-cp-0, role: control-plane, cpu: 2, memoryMB: 4096, diskGB: 20}
                        """, MachineRequest.class)).create();
    }
}
