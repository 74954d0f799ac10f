package dev.butlerlabs.core.backup.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.backup.archive.BackupKey;
import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.storage.BackupStorage;
import dev.butlerlabs.core.backup.storage.DirectoryStorage;
import dev.butlerlabs.core.backup.storage.StoredBackup;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupTaskTest {
    private static final BackupKey KEY = BackupKey.keyFile(new byte[32]);
    private static final Instant SLOT = Instant.parse("2026-11-18T02:30:00Z");
    private static final String NAME = "management-cluster-20261118T023000Z.butler-backup";

    @TempDir
    private Path directory;

    private final InMemoryKubernetes api = InMemoryKubernetes.open();
    private final AtomicInteger written = new AtomicInteger();
    private boolean isActive = true;
    private Instant now = SLOT.plusSeconds(5);

    @BeforeEach
    void createNamespace() {
        api.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("butler-system")
                        .endMetadata()
                        .build())
                .create();
    }

    @AfterEach
    void close() {
        api.close();
    }

    private BackupResult run(BackupStorage storage, BackupKey key, Optional<Integer> keepLast, Instant slot) {
        Clock clock = Clock.fixed(now, ZoneOffset.UTC);
        ManagementClusterSource cluster = new ManagementClusterSource(api.client(), false, "1.0", clock);
        BackupSource source = new BackupSource() {
            @Override
            public String cluster() {
                return cluster.cluster();
            }

            @Override
            public List<String> write(Path file, String name, Instant time, BackupKey used) {
                written.incrementAndGet();
                return cluster.write(file, name, time, used);
            }
        };
        return new BackupTask(source, () -> storage, key, keepLast, () -> isActive, clock).run(slot);
    }

    private BackupResult run(Instant slot, int keepLast) {
        now = slot.plusSeconds(5);
        return run(new DirectoryStorage(directory), KEY, Optional.of(keepLast), slot);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void storesABackupThatCanBeRead() throws IOException {
        BackupResult result = run(SLOT, 3);

        assertThat(files()).containsExactly(NAME);
        assertThat(result.name()).isEqualTo(NAME);
        assertThat(result.time()).isEqualTo(SLOT.plusSeconds(5));
        assertThat(result.bytes()).isEqualTo(Files.size(directory.resolve(NAME)));
        assertThat(result.kept()).isEqualTo(1);
        assertThat(result.warnings()).singleElement().asString().contains("no ClusterBootstrap");
        try (BackupReader backup = BackupReader.open(directory.resolve(NAME), KEY)) {
            assertThat(result.objects()).isEqualTo(backup.manifest().objects()).isPositive();
        }
    }

    @Test
    void aStoredBackupIsNotWrittenAgain() throws IOException {
        run(SLOT, 3);
        byte[] content = Files.readAllBytes(directory.resolve(NAME));

        assertThat(run(SLOT, 3).name()).isEqualTo(NAME);
        assertThat(written).hasValue(1);
        assertThat(Files.readAllBytes(directory.resolve(NAME))).isEqualTo(content);
    }

    @Test
    void keepsTheNewestBackups() throws IOException {
        for (int day = 0; day < 5; day++) {
            BackupResult result = run(SLOT.plus(Duration.ofDays(day)), 2);
            assertThat(result.kept()).isEqualTo(Math.min(day + 1, 2));
        }
        assertThat(files())
                .containsExactly(
                        "management-cluster-20261121T023000Z.butler-backup",
                        "management-cluster-20261122T023000Z.butler-backup");
    }

    @Test
    void theNewBackupIsKeptAlsoIfOthersSeemNewer() throws IOException {
        run(Instant.parse("2031-01-01T00:00:00Z"), 1);

        run(SLOT, 1);
        assertThat(files()).containsExactly(NAME);
    }

    @Test
    void nothingIsDeletedIfTheBackupFails() throws IOException {
        run(SLOT, 5);
        Files.writeString(directory.resolve("other.butler-backup"), "not a backup");
        now = SLOT.plus(Duration.ofDays(1));
        api.reject("GET /apis/butler.butlerlabs.dev/v1alpha1/teams", 500, "InternalError");

        ButlerException failure = catchThrowableOfType(
                ButlerException.class,
                () -> run(new DirectoryStorage(directory), KEY, Optional.of(1), SLOT.plus(Duration.ofDays(1))));
        assertThat(failure).isNotNull();
        assertThat(files()).containsExactly(NAME, "other.butler-backup");
    }

    @Test
    void aBackupThatTheStorageDamagedIsDeletedAndOthersAreKept() throws IOException {
        run(SLOT, 5);
        BackupStorage damaging = new CountedStorage(new DirectoryStorage(directory), Integer.MAX_VALUE) {
            @Override
            public String publish(Path file, String name) {
                String location = super.publish(file, name);
                try {
                    byte[] content = Files.readAllBytes(Path.of(location));
                    content[content.length - 1] ^= 1;
                    Files.write(Path.of(location), content);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                return location;
            }
        };
        ButlerException failure = catchThrowableOfType(
                ButlerException.class, () -> run(damaging, KEY, Optional.of(1), SLOT.plus(Duration.ofDays(1))));

        assertThat(failure.code()).isEqualTo(ErrorCode.BACKUP_DAMAGED);
        assertThat(files()).containsExactly(NAME);
    }

    @Test
    void aProcessThatIsNotResponsibleStoresNothing() throws IOException {
        isActive = false;

        ButlerException failure = catchThrowableOfType(ButlerException.class, () -> run(SLOT, 3));
        assertThat(failure.code()).isEqualTo(ErrorCode.CANCELLED);
        assertThat(files()).isEmpty();
    }

    @Test
    void aBackupWithAnotherKeyIsNotReplaced() throws IOException {
        run(SLOT, 3);
        byte[] other = new byte[32];
        other[0] = 1;

        ButlerException failure = catchThrowableOfType(
                ButlerException.class,
                () -> run(new DirectoryStorage(directory), BackupKey.keyFile(other), Optional.of(1), SLOT));
        assertThat(failure.code()).isEqualTo(ErrorCode.WRONG_BACKUP_KEY);
        assertThat(files()).containsExactly(NAME);
    }

    @Test
    void deletesRemainsOfKilledProcessesOnly() throws IOException {
        String mine = "." + NAME + "." + UUID.randomUUID() + ".new";
        String old = ".management-cluster-20261117T023000Z.butler-backup." + UUID.randomUUID() + ".new";
        String fresh = ".management-cluster-20261118T020000Z.butler-backup." + UUID.randomUUID() + ".new";
        String nested = "." + mine + "." + UUID.randomUUID() + ".part";
        String foreign = ".other-20261117T023000Z.butler-backup." + UUID.randomUUID() + ".new";
        for (String name : List.of(mine, old, fresh, nested, foreign)) {
            Files.writeString(directory.resolve(name), "x");
            Files.setLastModifiedTime(directory.resolve(name), FileTime.from(SLOT.minus(Duration.ofHours(1))));
        }
        Files.setLastModifiedTime(directory.resolve(old), FileTime.from(SLOT.minus(Duration.ofDays(1))));

        run(SLOT, 3);
        assertThat(files()).containsExactlyInAnyOrder(NAME, fresh, foreign);
    }

    /** Ends the process after each operation of the storage, and lets another one repeat the attempt. */
    @Test
    void anotherProcessCompletesWhatAKilledOneStarted() throws IOException {
        Instant slot = SLOT;
        boolean isKilled = true;
        int positions = 0;
        for (int operations = 0; isKilled; operations++) {
            slot = slot.plus(Duration.ofDays(1));
            now = slot.plusSeconds(1);
            isKilled = isKilledAfter(operations, slot);
            positions += isKilled ? 1 : 0;
            assertThat(visible())
                    .allSatisfy(backup -> assertThat(backup.header()).isPresent());
            int writtenBefore = written.get();
            BackupResult result = run(slot, 2);

            assertThat(written.get() - writtenBefore).isLessThanOrEqualTo(1);
            assertThat(files()).hasSize(Math.min(2, operations + 1)).contains(result.name());
            assertThat(visible()).extracting(StoredBackup::name).containsExactlyElementsOf(files());
        }
        assertThat(positions).isGreaterThanOrEqualTo(7);
    }

    private List<StoredBackup> visible() {
        return new DirectoryStorage(directory).list();
    }

    private boolean isKilledAfter(int operations, Instant slot) {
        try {
            run(new CountedStorage(new DirectoryStorage(directory), operations), KEY, Optional.of(2), slot);
            return false;
        } catch (Killed _) {
            return true;
        }
    }

    /** Not caught by the task. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    /** Ends the process after a number of operations. */
    private static class CountedStorage implements BackupStorage {
        private final BackupStorage storage;
        private int left;

        CountedStorage(BackupStorage storage, int operations) {
            this.storage = storage;
            this.left = operations;
        }

        private void count() {
            if (left-- <= 0) {
                throw new Killed();
            }
        }

        @Override
        public Path prepare(String name) {
            count();
            return storage.prepare(name);
        }

        @Override
        public String publish(Path file, String name) {
            count();
            return storage.publish(file, name);
        }

        @Override
        public void discard(Path file) {
            storage.discard(file);
        }

        @Override
        public List<StoredBackup> list() {
            count();
            return storage.list();
        }

        @Override
        public LocalCopy open(String name) {
            count();
            return storage.open(name);
        }

        @Override
        public void delete(String name) {
            count();
            storage.delete(name);
        }

        @Override
        public void cleanUp(String cluster, String name, Instant before) {
            count();
            storage.cleanUp(cluster, name, before);
        }
    }
}
