package dev.butlerlabs.adm.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code support-bundle} against a simulated platform with secrets in every place that the bundle contains. */
@Timeout(180)
@Tag("slow")
class SupportBundleCommandTest {
    private static final String PLANTED = "correct-horse-battery";

    @TempDir
    private Path directory;

    @Test
    void containsEverythingButSecrets() throws IOException {
        try (PlatformFixture platform = PlatformFixture.start(directory)) {
            plant(platform);
            Path file = directory.resolve("bundle.tar.gz");

            ToolRun run = platform.run("support-bundle", "-o", file.toString());

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out()).startsWith("Support bundle written to " + file);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            Map<String, String> entries = entries(file);
            assertThat(entries.keySet())
                    .contains("status.json", "versions.json", "events.yaml", "resources/nodes.yaml")
                    .contains("resources/machinerequests.butler.butlerlabs.dev.yaml")
                    .anyMatch(path -> path.matches("machines/127\\.0\\.0\\.1-\\d+/dmesg\\.log"))
                    .anyMatch(path -> path.matches("machines/127\\.0\\.0\\.1-\\d+/logs/etcd\\.log"))
                    .noneMatch(path -> path.contains("secrets"));
            assertThat(entries.get("status.json")).contains("tenant cluster team-a/leaky", "rejected (hidden)");
            assertThat(entries)
                    .allSatisfy((path, text) -> assertThat(text)
                            .as(path)
                            .doesNotContain(PLANTED)
                            .doesNotContain("Y29ycmVjdC1ob3JzZS1iYXR0ZXJ5")
                            .doesNotContain("PRIVATE KEY", "MHcCAQEEPLANTED")
                            .doesNotContain("userdata-planted", "abcdef.0123456789abcdef")
                            .doesNotContain(key(platform)));
            assertThat(platform.run("support-bundle", "-o", file.toString()).exitCode())
                    .isEqualTo(ErrorKind.CONFLICT.exitCode());
        }
    }

    /** The key of the client is in the talosconfig of this machine only. */
    private static String key(PlatformFixture platform) {
        try {
            return Files.readString(platform.talosconfig())
                    .lines()
                    .filter(line -> line.strip().startsWith("key:"))
                    .map(line -> line.strip().substring("key:".length()).strip())
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void plant(PlatformFixture platform) {
        create(platform, Secret.class, """
                apiVersion: v1
                kind: Secret
                metadata: {name: rack-one, namespace: butler-system}
                stringData: {password: correct-horse-battery}
                """);
        create(platform, ProviderConfig.class, """
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: ProviderConfig
                metadata:
                  name: rack-one
                  namespace: butler-system
                  annotations: {note: "log in with correct-horse-battery", key: "-----BEGIN PRIVATE KEY-----MHcCAQEEPLANTED"}
                spec:
                  provider: harvester
                  credentialsRef: {name: rack-one}
                  harvester: {endpoint: "https://127.0.0.1:1", namespace: default, networkName: default/vlan}
                """);
        create(platform, MachineRequest.class, """
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: MachineRequest
                metadata: {name: cp-1, namespace: butler-system}
                spec:
                  machineName: cp-1
                  role: control-plane
                  providerRef: {name: rack-one}
                  cpu: 4
                  memoryMB: 8192
                  diskGB: 50
                  userData: userdata-planted
                """);
        create(platform, Event.class, """
                apiVersion: v1
                kind: Event
                metadata: {name: e1, namespace: butler-system}
                involvedObject: {kind: ProviderConfig, name: rack-one, namespace: butler-system}
                reason: Failed
                message: "join with abcdef.0123456789abcdef as Y29ycmVjdC1ob3JzZS1iYXR0ZXJ5"
                """);
        TenantCluster tenant = create(platform, TenantCluster.class, """
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: TenantCluster
                metadata: {name: leaky, namespace: team-a}
                spec: {kubernetesVersion: v1.37.2, workers: {replicas: 1}}
                status:
                  phase: Failed
                  conditions:
                    - {type: Ready, status: "False", reason: Failed, message: rejected correct-horse-battery, lastTransitionTime: "2026-11-17T12:00:00Z"}
                """);
        platform.client().resource(tenant).patchStatus();
    }

    private static <T extends HasMetadata> T create(PlatformFixture platform, Class<T> type, String yaml) {
        T object = platform.client().getKubernetesSerialization().unmarshal(yaml, type);
        platform.client().resource(object).create();
        return object;
    }

    private static Map<String, String> entries(Path file) throws IOException {
        Map<String, String> entries = new LinkedHashMap<>();
        try (TarArchiveInputStream tar = new TarArchiveInputStream(new GZIPInputStream(Files.newInputStream(file)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                entries.put(entry.getName(), new String(tar.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return entries;
    }
}
