package dev.butlerlabs.adm.backup;

import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.verify.BackupVerifier;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.progress.ProgressReporter;
import java.time.Clock;

/** Verifies backups and reports what was found. */
final class VerificationReport {
    private VerificationReport() {}

    /** @throws ButlerException if the backup cannot be relied on; it lists every problem */
    static BackupVerifier.Result require(String name, BackupReader backup, ProgressReporter progress, Clock clock) {
        BackupVerifier.Result result = new BackupVerifier(backup, progress, clock).verify();
        if (!result.problems().isEmpty()) {
            throw new ButlerException(
                    ErrorCode.BACKUP_DAMAGED,
                    "Backup %s is not valid:".formatted(name),
                    "Create a new backup, and do not rely on this one.",
                    result.problems().stream()
                            .map(problem -> new InputProblem("", problem))
                            .toList(),
                    null);
        }
        return result;
    }
}
