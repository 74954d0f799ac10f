package dev.butlerlabs.adm.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.BackupSchedule;
import dev.butlerlabs.core.api.BackupScheduleStatus;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.backup.schedule.BackupMetrics;
import dev.butlerlabs.core.backup.schedule.BackupScheduleOptions;
import dev.butlerlabs.core.backup.schedule.BackupScheduleReconciler;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.reconcile.ReconcilerHost;
import dev.butlerlabs.core.reconcile.ReconcilerHostOptions;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A scheduled backup with the etcd snapshot of a simulated machine. */
@Timeout(180)
@Tag("slow")
class ScheduledSnapshotTest {
    @TempDir
    private Path directory;

    /** The talosconfig in the cluster lists no machines. */
    @Test
    void theControllersFindTheMachinesInTheCluster() throws IOException {
        Path target = Files.createDirectory(directory.resolve("backups"));
        Files.write(directory.resolve("key"), new byte[32]);
        BackupScheduleStatus.Backup stored;
        try (SimulatedPlatform platform = SimulatedPlatform.start(directory)) {
            createObjects(platform.client(), target);
            try (BackupScheduleReconciler reconciler = new BackupScheduleReconciler(
                            platform.client(),
                            BackupScheduleOptions.rehearsal(),
                            BackupMetrics.NONE,
                            "1.0",
                            () -> true,
                            Clock.systemUTC());
                    ReconcilerHost _ = ReconcilerHost.start(
                            platform.client(), List.of(reconciler), ReconcilerHostOptions.standard())) {
                BackupScheduleStatus status = platform.client()
                        .resources(BackupSchedule.class)
                        .inNamespace("butler-system")
                        .withName("default")
                        .waitUntilCondition(
                                found -> found.getStatus() != null
                                        && (found.getStatus().lastBackup() != null
                                                || found.getStatus().lastFailure() != null),
                                60,
                                TimeUnit.SECONDS)
                        .getStatus();
                assertThat(status.lastFailure()).isNull();
                stored = status.lastBackup();
            }
        }
        assertThat(stored.name()).startsWith("demo-");
        assertThat(stored.etcd()).isTrue();
        assertThat(stored.warnings()).containsExactly("Secret demo-kubeconfig does not exist.");
        ToolRun verified = SimulatedPlatform.BUTLERADM.run(
                "backup",
                "verify",
                target.resolve(stored.name()).toString(),
                "--key-file",
                directory.resolve("key").toString());
        assertThat(verified.exitCode()).as(verified.err()).isZero();
    }

    private void createObjects(KubernetesClient client, Path target) throws IOException {
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("butler-system")
                        .endMetadata()
                        .build())
                .create();
        String talosconfig = Files.readString(directory.resolve("configs/talosconfig"))
                .replaceFirst("endpoints: \\[[^\\]]*\\]", "endpoints: []");
        secret(client, "demo-talos-secrets", "talosconfig", talosconfig.getBytes(StandardCharsets.UTF_8));
        secret(client, "key", "key", new byte[32]);
        client.resource(Serialization.unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: ClusterBootstrap
                        metadata: {name: demo, namespace: butler-system}
                        spec:
                          provider: proxmox
                          providerRef: {name: proxmox}
                          cluster: {name: demo, controlPlane: {replicas: 1, cpu: 2, memoryMB: 4096, diskGB: 20}}
                          network: {podCIDR: 10.244.0.0/16, serviceCIDR: 10.96.0.0/12}
                          talos: {version: v1.14.1, schematic: any}
                        """, ClusterBootstrap.class)).create();
        client.resource(Serialization.unmarshal(
                        """
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: BackupSchedule
                        metadata: {name: default, namespace: butler-system, annotations: {%s: now}}
                        spec: {schedule: 0 0 1 1 *, location: "%s", keySecretRef: {name: key}}
                        """.formatted(Annotations.BACKUP_REQUESTED, target), BackupSchedule.class))
                .create();
    }

    private static void secret(KubernetesClient client, String name, String field, byte[] value) {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace("butler-system")
                        .withName(name)
                        .endMetadata()
                        .withData(Map.of(field, Base64.getEncoder().encodeToString(value)))
                        .build())
                .create();
    }
}
