package dev.butlerlabs.core.backup.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.backup.archive.EncryptedArchiveWriter;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredBackupWriterTest {
    private static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");
    private static final String NAME = BackupName.of("demo", NOW);

    @TempDir
    private Path directory;

    private StoredBackupWriter writer;

    @BeforeEach
    void open() {
        writer = new StoredBackupWriter(new DirectoryStorage(directory), "demo", Clock.fixed(NOW, ZoneOffset.UTC));
    }

    @Test
    void storesWhatWasWritten() {
        StoredBackupWriter.Stored<String> stored = writer.write(NAME, file -> {
            write(file);
            assertThat(directory.resolve(NAME)).doesNotExist();
            return "content";
        });

        assertThat(stored)
                .isEqualTo(
                        new StoredBackupWriter.Stored<>(directory.resolve(NAME).toString(), 1, "content"));
        assertThat(directory).isDirectoryContaining(file -> file.endsWith(NAME));
    }

    @Test
    void leavesNothingBehindIfTheBackupIsNotValid() {
        assertThatThrownBy(() -> writer.write(NAME, file -> {
                    write(file);
                    throw new ButlerException(ErrorCode.BACKUP_DAMAGED, "The backup is not valid.");
                }))
                .hasMessage("The backup is not valid.");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void deletesWhatKilledProcessesLeft() throws IOException {
        Path own = remains(NAME, NOW);
        Path old = remains(BackupName.of("demo", NOW.minusSeconds(7 * 3600)), NOW.minusSeconds(7 * 3600));
        Path recent = remains(BackupName.of("demo", NOW.minusSeconds(3600)), NOW.minusSeconds(3600));
        Path other = remains(BackupName.of("other", NOW.minusSeconds(7 * 3600)), NOW.minusSeconds(7 * 3600));

        assertThat(writer.cleanUp(NAME)).isEmpty();

        assertThat(own).doesNotExist();
        assertThat(old).doesNotExist();
        assertThat(recent).exists();
        assertThat(other).exists();
    }

    private Path remains(String name, Instant time) throws IOException {
        Path file = directory.resolve(EncryptedArchiveWriter.stagedName(name));
        write(file);
        Files.setLastModifiedTime(file, FileTime.from(time));
        return file;
    }

    private static void write(Path file) {
        try {
            Files.write(file, new byte[1]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
