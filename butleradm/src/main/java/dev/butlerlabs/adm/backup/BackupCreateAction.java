package dev.butlerlabs.adm.backup;

import dev.butlerlabs.adm.status.StatusTarget;
import dev.butlerlabs.core.backup.archive.BackupKey;
import dev.butlerlabs.core.backup.content.BackupCreator;
import dev.butlerlabs.core.backup.content.BackupManifest;
import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.content.MachineSource;
import dev.butlerlabs.core.backup.machine.TalosMachineSource;
import dev.butlerlabs.core.backup.storage.BackupName;
import dev.butlerlabs.core.backup.storage.BackupStorage;
import dev.butlerlabs.core.backup.storage.StoredBackupWriter;
import dev.butlerlabs.core.backup.storage.StoredBackupWriter.Stored;
import dev.butlerlabs.core.backup.tenant.TenantClusterSource;
import dev.butlerlabs.core.cli.BuildInfo;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.AtomicFile;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.progress.ProgressReporter;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Creates a backup of a cluster and stores it. */
final class BackupCreateAction {
    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(60);

    /** A tenant cluster that does not answer is left out, and must not delay the others for long. */
    private static final KubeConnector TENANT_CONNECTOR =
            new KubeConnector("butleradm", Duration.ofSeconds(5), Duration.ofSeconds(30));

    private final StatusTarget target;
    private final BackupStorage storage;
    private final BackupKey key;
    private final ProgressReporter progress;
    private final Clock clock;

    BackupCreateAction(
            StatusTarget target, BackupStorage storage, BackupKey key, ProgressReporter progress, Clock clock) {
        this.target = target;
        this.storage = storage;
        this.key = key;
        this.progress = progress;
        this.clock = clock;
    }

    /**
     * A stored backup.
     *
     * @param deleted names of backups that were deleted because of the retention
     */
    record Result(String location, long bytes, BackupManifest manifest, List<String> deleted, List<String> warnings) {}

    /** @throws ButlerException if anything fails; nothing is stored then */
    Result create(BackupScope scope, boolean verifies, Optional<Integer> kept) {
        try (KubernetesClient client = target.connect(REQUEST_LIMIT)) {
            Optional<MachineSource> machines = machines(client, scope.includesEtcd());
            String cluster = BackupCreator.clusterName(client)
                    .or(target::name)
                    .orElseThrow(() -> new ButlerException(
                            ErrorCode.NOT_FOUND, "The name of the cluster is not known.", "Pass CLUSTER."));
            Instant time = clock.instant().truncatedTo(ChronoUnit.SECONDS);
            BackupCreator creator = new BackupCreator(
                            client,
                            machines,
                            scope.includesEtcd(),
                            progress,
                            clock,
                            BuildInfo.load().version())
                    .withTenants(() ->
                            scope.includesTenants() ? TenantClusterSource.all(client, TENANT_CONNECTOR) : List.of());
            String name = BackupName.of(cluster, time);
            StoredBackupWriter writer = new StoredBackupWriter(storage, cluster, clock);
            List<String> warnings =
                    new ArrayList<>(writer.cleanUp(name).stream().toList());
            Stored<BackupManifest> stored = writer.write(name, file -> {
                BackupManifest manifest = creator.create(file, cluster, time, key);
                if (verifies) {
                    verify(file, name);
                }
                return manifest;
            });
            warnings.addAll(creator.warnings());
            List<String> deleted =
                    kept.map(count -> storage.retain(cluster, count, name)).orElse(List.of());
            return new Result(stored.location(), stored.bytes(), stored.content(), deleted, warnings);
        }
    }

    private Optional<MachineSource> machines(KubernetesClient client, boolean includesEtcd) {
        Optional<MachineSource> machines = target.talosconfig()
                .flatMap(file -> AtomicFile.read(file)
                        .<MachineSource>map(text -> TalosMachineSource.of(file.toString(), text, client, clock)))
                .or(() -> BackupCreator.storedTalosconfig(client)
                        .map(text -> TalosMachineSource.of("the talosconfig in the cluster", text, client, clock)));
        if (machines.isEmpty() && includesEtcd) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "No talosconfig found for the cluster, which the etcd snapshot requires.",
                    "Pass --talosconfig FILE, or --without-etcd.");
        }
        return machines;
    }

    private void verify(Path file, String name) {
        try (BackupReader backup = BackupReader.open(file, key)) {
            VerificationReport.require(name, backup, progress, clock);
        }
    }
}
