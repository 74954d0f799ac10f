package dev.butlerlabs.ctl.backup;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.backup.archive.BackupKey;
import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.content.TenantBackupCreator;
import dev.butlerlabs.core.backup.content.TenantContent;
import dev.butlerlabs.core.backup.content.TenantContentVerifier;
import dev.butlerlabs.core.backup.storage.BackupName;
import dev.butlerlabs.core.backup.storage.BackupStorage;
import dev.butlerlabs.core.backup.storage.StoredBackupWriter;
import dev.butlerlabs.core.backup.storage.StoredBackupWriter.Stored;
import dev.butlerlabs.core.backup.tenant.TenantAccess;
import dev.butlerlabs.core.backup.tenant.TenantClusterSource;
import dev.butlerlabs.core.cli.BuildInfo;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Creates a backup of a tenant cluster and stores it. */
record TenantBackupAction(
        KubernetesClient management,
        TenantAccess access,
        BackupStorage storage,
        BackupKey key,
        ProgressReporter progress,
        Clock clock) {
    /**
     * A stored backup.
     *
     * @param deleted names of backups that were deleted because of the retention
     */
    record Result(
            String location,
            long bytes,
            Instant time,
            TenantContent content,
            List<String> deleted,
            List<String> warnings) {}

    /** @throws ButlerException if anything fails; nothing is stored then */
    Result create(TenantCluster cluster, boolean verifies, Optional<Integer> kept) {
        TenantClusterSource source = TenantClusterSource.one(management, cluster, access);
        Instant time = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        String prefix = TenantBackupCreator.fileName(source.name());
        String name = BackupName.of(prefix, time);
        StoredBackupWriter writer = new StoredBackupWriter(storage, prefix, clock);
        List<String> warnings = new ArrayList<>(writer.cleanUp(name).stream().toList());
        TenantBackupCreator creator =
                new TenantBackupCreator(source, progress, BuildInfo.load().version());
        Stored<TenantContent> stored = writer.write(name, file -> {
            TenantContent content = creator.create(file, time, key);
            if (verifies) {
                verify(file);
            }
            return content;
        });
        warnings.addAll(warnings(source, stored.content()));
        List<String> deleted = kept.map(
                        count -> storage.retain(TenantBackupCreator.clusterName(source.name()), count, name))
                .orElse(List.of());
        return new Result(stored.location(), stored.bytes(), time, stored.content(), deleted, warnings);
    }

    private static List<String> warnings(TenantClusterSource source, TenantContent content) {
        List<String> warnings = new ArrayList<>(source.warnings());
        if (!content.isConsistent()) {
            warnings.add(
                    "Reading took so long that the server had deleted old versions: some objects are newer than others.");
        }
        return warnings;
    }

    private void verify(Path file) {
        ProgressStep step = progress.start("Verify", "Verifying the backup");
        try (BackupReader backup = BackupReader.open(file, key)) {
            List<String> problems = TenantContentVerifier.problems(backup);
            if (!problems.isEmpty()) {
                throw new ButlerException(
                        ErrorCode.BACKUP_DAMAGED,
                        "The backup is not valid:",
                        "Create the backup again. Nothing was stored.",
                        problems.stream()
                                .map(problem -> new InputProblem("", problem))
                                .toList(),
                        null);
            }
            step.done();
        } catch (ButlerException e) {
            step.failed(e.getMessage());
            throw e;
        }
    }
}
