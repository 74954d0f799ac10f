package dev.butlerlabs.core.bootstrap.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.butlerlabs.core.backup.BackupFixture;
import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
final class RestoredClusterReaderTest {
    @TempDir
    private Path directory;

    private ButlerException rejected(String cluster) {
        Path file = directory.resolve("demo.butler-backup");
        try (BackupFixture platform = BackupFixture.platform(1)) {
            platform.client()
                    .secrets()
                    .inNamespace("butler-system")
                    .withName("proxmox-credentials")
                    .delete();
            platform.backup(file);
        }
        try (BackupReader backup = BackupReader.open(file, BackupFixture.KEY)) {
            RestoredClusterReader reader =
                    new RestoredClusterReader(backup, new ClientFilesRenewal(new SecureRandom(), Clock.systemUTC()));
            return assertThrows(ButlerException.class, () -> reader.read(cluster));
        }
    }

    @Test
    void listsEverythingThatIsMissingOrInvalid() {
        ButlerException rejected = rejected("demo");

        assertThat(rejected.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(rejected.problems())
                .extracting(InputProblem::toString)
                .hasSize(2)
                .anySatisfy(problem -> assertThat(problem).contains("no Secret butler-system/proxmox-credentials"))
                .anySatisfy(problem -> assertThat(problem).contains("Secret demo-talos-secrets"));
    }

    @Test
    void rejectsTheBackupOfAnotherCluster() {
        assertThat(rejected("other").problems())
                .extracting(InputProblem::toString)
                .anySatisfy(problem -> assertThat(problem).contains("the backup is of cluster demo, not other"))
                .anySatisfy(problem -> assertThat(problem).contains("no ClusterBootstrap of cluster other"));
    }
}
