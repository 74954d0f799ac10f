package dev.butlerlabs.core.backup.content;

import dev.butlerlabs.core.backup.archive.BackupKey;
import dev.butlerlabs.core.backup.archive.EncryptedArchiveWriter;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates backups of single tenant clusters. Neither the tenant cluster nor the management cluster is changed. */
public final class TenantBackupCreator {
    private final TenantSource source;
    private final ProgressReporter progress;
    private final String butlerVersion;

    public TenantBackupCreator(TenantSource source, ProgressReporter progress, String butlerVersion) {
        this.source = source;
        this.progress = progress;
        this.butlerVersion = butlerVersion;
    }

    /** Returns the name of a tenant cluster in the header of its backups. */
    public static String clusterName(ObjectName tenant) {
        return tenant.namespace().orElseThrow() + "/" + tenant.name();
    }

    /** Returns the start of the names of its backup files: no other tenant cluster and no management cluster has the same. */
    public static String fileName(ObjectName tenant) {
        return tenant.namespace().orElseThrow() + "_" + tenant.name();
    }

    /**
     * Writes a backup. The file appears when it is complete.
     *
     * @throws ButlerException if the tenant cluster cannot be read, or the file cannot be written
     */
    public TenantContent create(Path file, Instant time, BackupKey key) {
        String cluster = clusterName(source.name());
        ProgressStep step = progress.start("Objects", "Reading objects");
        try (EncryptedArchiveWriter archive = EncryptedArchiveWriter.create(file, cluster, time, butlerVersion, key)) {
            EntryWriter entries = new EntryWriter(archive.content());
            TenantContent content = new TenantContentWriter(source, entries)
                    .write(count -> step.waiting("%d objects read".formatted(count)));
            entries.finish(manifest(cluster, time, content, entries));
            archive.finish();
            step.done(CountFormatter.of(content.objects(), "object"));
            return content;
        } catch (IOException e) {
            step.failed(e.getMessage());
            throw EncryptedArchiveWriter.failed(file, e);
        } catch (ButlerException e) {
            step.failed(e.getMessage());
            throw e;
        }
    }

    private BackupManifest manifest(String cluster, Instant time, TenantContent content, EntryWriter entries) {
        return new BackupManifest(
                cluster,
                time,
                butlerVersion,
                content.id(),
                content.resourceVersion(),
                content.isConsistent(),
                Map.of(),
                List.of(),
                Optional.empty(),
                entries.entries());
    }
}
