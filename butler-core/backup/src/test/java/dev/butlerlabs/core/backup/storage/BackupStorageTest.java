package dev.butlerlabs.core.backup.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.backup.archive.BackupKey;
import dev.butlerlabs.core.backup.archive.EncryptedArchive;
import dev.butlerlabs.core.backup.archive.EncryptedArchiveWriter;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.testing.MotoProcess;
import dev.butlerlabs.core.testing.PreparedPart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class BackupStorageTest {
    private static final BackupKey KEY = BackupKey.keyFile(new byte[32]);
    private static final Instant TIME = Instant.parse("2026-11-18T02:00:00Z");
    private static final int PART_BYTES = 5 << 20;

    @TempDir
    private Path directory;

    /** The scheduled times are in the names; a slow machine writes a backup a second later. */
    @Test
    void ofBackupsWrittenInTheSameSecondTheOneScheduledLaterIsKept() throws IOException {
        BackupStorage storage = new DirectoryStorage(directory);
        write(storage, "demo", TIME, TIME.plusSeconds(1), 10);
        write(storage, "demo", TIME.plusSeconds(1), TIME.plusSeconds(1), 10);
        write(storage, "demo", TIME.plusSeconds(2), 10);

        assertThat(storage.retain("demo", 2, "demo-20261118T020002Z.butler-backup"))
                .containsExactly("demo-20261118T020000Z.butler-backup");
    }

    @Test
    void aDirectoryKeepsTheNewestBackupsOfEachCluster() throws IOException {
        BackupStorage storage = new DirectoryStorage(directory);
        Files.writeString(directory.resolve("broken.butler-backup"), "x");
        for (int i = 0; i < 4; i++) {
            write(storage, "demo", TIME.plusSeconds(i), 10);
        }
        write(storage, "other", TIME, 10);

        assertThat(storage.retain("demo", 2, "demo-20261118T020003Z.butler-backup"))
                .containsExactly("demo-20261118T020001Z.butler-backup", "demo-20261118T020000Z.butler-backup");
        assertThat(storage.list())
                .extracting(StoredBackup::name)
                .containsExactly(
                        "broken.butler-backup",
                        "demo-20261118T020002Z.butler-backup",
                        "demo-20261118T020003Z.butler-backup",
                        "other-20261118T020000Z.butler-backup");
        assertThat(storage.list().getFirst().header()).isEmpty();
    }

    @Test
    void aDirectoryDeletesIncompleteFilesUnlessTheyAreWritten() throws IOException {
        BackupStorage storage = new DirectoryStorage(directory);
        FileTime old = FileTime.from(Instant.now().minusSeconds(60));
        Path abandoned = Files.writeString(directory.resolve(".demo.butler-backup.1.part"), "x");
        Files.setLastModifiedTime(abandoned, old);
        Path foreign = Files.writeString(directory.resolve("notes.part"), "x");
        Files.setLastModifiedTime(foreign, old);
        Path file = storage.prepare("demo-1.butler-backup");
        assertThat(abandoned).doesNotExist();
        assertThat(foreign).exists();

        try (EncryptedArchiveWriter writer = EncryptedArchiveWriter.create(file, "demo", TIME, "1", KEY);
                Stream<Path> files = Files.list(directory)) {
            for (Path written :
                    files.filter(one -> one.toString().endsWith(".part")).toList()) {
                Files.setLastModifiedTime(written, old);
            }
            storage.prepare("demo-2.butler-backup");
            writer.finish();
        }
        assertThat(file).exists();
    }

    @Test
    void s3StoresListsReadsAndDeletesBackups() throws IOException {
        assumeTrue(PreparedPart.MOTO.find().isPresent(), PreparedPart.MOTO.absent());
        try (MotoProcess moto = MotoProcess.start(directory)) {
            S3Settings settings = settings(moto.address());
            new S3Client(settings, "backups", Clock.systemUTC())
                    .send("creating a bucket", "PUT", "", Map.of(), new byte[0], Map.of())
                    .text();
            BackupStorage storage = new S3Storage(settings, "backups", "butler/a b", Clock.systemUTC(), PART_BYTES);
            assertThat(storage.list()).isEmpty();

            write(storage, "demo", TIME, 100);
            write(storage, "demo", TIME.plusSeconds(1), 2 * PART_BYTES + 1000);
            String large = "demo-20261118T020001Z.butler-backup";
            assertThat(storage.list())
                    .hasSize(2)
                    .allSatisfy(backup -> assertThat(backup.header())
                            .hasValueSatisfying(
                                    header -> assertThat(header.cluster()).isEqualTo("demo")));
            assertThat(storage.list().getLast().location()).isEqualTo("s3://backups/butler/a b/" + large);
            Path copied;
            try (BackupStorage.LocalCopy copy = storage.open(large);
                    EncryptedArchive archive = EncryptedArchive.open(copy.file(), KEY)) {
                copied = copy.file();
                assertThat(archive.stream(0).readAllBytes()).isEqualTo(content(2 * PART_BYTES + 1000));
            }
            assertThat(copied).doesNotExist();
            assertThat(storage.retain("demo", 1, "demo-20261118T020000Z.butler-backup"))
                    .containsExactly(large);
            write(storage, "demo", TIME.plusSeconds(1), 10);
            assertThat(storage.retain("demo", 1, large)).containsExactly("demo-20261118T020000Z.butler-backup");
            assertThat(storage.list()).extracting(StoredBackup::name).containsExactly(large);

            ButlerException missing = catchThrowableOfType(
                    ButlerException.class, () -> new S3Storage(settings, "absent", "", Clock.systemUTC()).list());
            assertThat(missing.code()).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(missing).hasMessageContaining("NoSuchBucket");
        }
    }

    @Test
    void incompleteUploadsOfKilledProcessesAreAborted() throws IOException {
        assumeTrue(PreparedPart.MOTO.find().isPresent(), PreparedPart.MOTO.absent());
        try (MotoProcess moto = MotoProcess.start(directory)) {
            S3Client client = new S3Client(settings(moto.address()), "backups", Clock.systemUTC());
            client.send("creating a bucket", "PUT", "", Map.of(), new byte[0], Map.of())
                    .text();
            BackupStorage storage = new S3Storage(settings(moto.address()), "backups", "a", Clock.systemUTC());
            String mine = "demo-20261118T020000Z.butler-backup";
            for (String name : List.of(
                    mine,
                    "demo-20261118T010000Z.butler-backup",
                    "demo-2-20261118T020000Z.butler-backup",
                    "demo-notes.txt")) {
                client.send("starting", "POST", "a/" + name, Map.of("uploads", ""), new byte[0], Map.of())
                        .text();
            }
            assertThat(uploads(client)).hasSize(4);

            // moto reports the same time for all uploads.
            storage.cleanUp("demo", mine, Instant.parse("2000-01-01T00:00:00Z"));
            assertThat(uploads(client))
                    .containsExactlyInAnyOrder(
                            "a/demo-20261118T010000Z.butler-backup",
                            "a/demo-2-20261118T020000Z.butler-backup",
                            "a/demo-notes.txt");
            storage.cleanUp("demo", mine, Instant.now().plusSeconds(3600));
            assertThat(uploads(client))
                    .containsExactlyInAnyOrder("a/demo-2-20261118T020000Z.butler-backup", "a/demo-notes.txt");
            assertThat(storage.list()).isEmpty();
        }
    }

    private static List<String> uploads(S3Client client) {
        String page = client.send("listing", "GET", "", Map.of("uploads", ""), new byte[0], Map.of())
                .text();
        return Pattern.compile("<Key>([^<]*)</Key>")
                .matcher(page)
                .results()
                .map(key -> key.group(1))
                .toList();
    }

    @Test
    void anUnreachableStorageIsReported() {
        S3Settings settings = settings("http://127.0.0.1:1");

        ButlerException e = catchThrowableOfType(
                ButlerException.class, () -> new S3Storage(settings, "backups", "", Clock.systemUTC()).list());
        assertThat(e.code()).isEqualTo(ErrorCode.UNREACHABLE);
        assertThat(e).hasMessageContaining("127.0.0.1:1").hasMessageContaining("the connection was refused");
    }

    @Test
    void missingCredentialsAndABadEndpointAreReportedTogether() {
        ButlerException e = catchThrowableOfType(
                ButlerException.class,
                () -> S3Settings.of(Optional.of("http://storage.example"), Optional.empty(), _ -> Optional.empty()));
        assertThat(e.problems())
                .extracting(problem -> problem.path())
                .containsExactly("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "--s3-endpoint");
    }

    private static S3Settings settings(String endpoint) {
        Map<String, String> environment =
                Map.of("AWS_ACCESS_KEY_ID", "key", "AWS_SECRET_ACCESS_KEY", "secret", "AWS_REGION", "us-east-1");
        return S3Settings.of(
                Optional.of(endpoint), Optional.empty(), name -> Optional.ofNullable(environment.get(name)));
    }

    private static void write(BackupStorage storage, String cluster, Instant time, int size) throws IOException {
        write(storage, cluster, time, time, size);
    }

    private static void write(BackupStorage storage, String cluster, Instant slot, Instant time, int size)
            throws IOException {
        String name = BackupName.of(cluster, slot);
        Path file = storage.prepare(name);
        try (EncryptedArchiveWriter writer = EncryptedArchiveWriter.create(file, cluster, time, "1.0", KEY)) {
            writer.content().write(content(size));
            writer.finish();
        }
        storage.publish(file, name);
    }

    private static byte[] content(int size) {
        byte[] content = new byte[size];
        new Random(size).nextBytes(content);
        return content;
    }
}
