package dev.butlerlabs.ctl.backup;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.backup.archive.BackupKey;
import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.content.TenantBackupCreator;
import dev.butlerlabs.core.backup.content.TenantContent;
import dev.butlerlabs.core.backup.content.TenantContentVerifier;
import dev.butlerlabs.core.backup.storage.BackupName;
import dev.butlerlabs.core.backup.storage.BackupStorage;
import dev.butlerlabs.core.backup.tenant.TenantAccess;
import dev.butlerlabs.core.backup.tenant.TenantClusterSource;
import dev.butlerlabs.core.cli.BuildInfo;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
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
        String name = BackupName.of(TenantBackupCreator.fileName(source.name()), time);
        Path file = storage.prepare(name);
        TenantContent content;
        long bytes;
        String location;
        try {
            content = new TenantBackupCreator(source, progress, BuildInfo.load().version()).create(file, time, key);
            if (verifies) {
                verify(file);
            }
            bytes = Files.size(file);
            location = storage.publish(file, name);
        } catch (IOException e) {
            storage.discard(file);
            throw new ButlerException(ErrorCode.ENVIRONMENT, "Cannot read %s: %s.".formatted(file, e.getMessage()), e);
        } catch (ButlerException e) {
            storage.discard(file);
            throw e;
        }
        List<String> deleted = kept.map(
                        count -> storage.retain(TenantBackupCreator.clusterName(source.name()), count, name))
                .orElse(List.of());
        return new Result(location, bytes, time, content, deleted, warnings(source, content));
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
