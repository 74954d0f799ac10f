package dev.butlerlabs.core.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.testing.PreparedPart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EtcdSnapshotTest {
    private static final long PROCESS_SECONDS = 60;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 50, 1_000, 30_000})
    void returnsAllKeysInTheOrderOfTheirRevisions(int count) throws IOException {
        List<EtcdKeyValue> keys = keys(count, 40);

        List<EtcdKeyValue> read = read(EtcdSnapshotWriter.write(count, keys));

        assertThat(read).isEqualTo(keys);
    }

    @Test
    void storesValuesLargerThanAPage() throws IOException {
        List<EtcdKeyValue> keys = keys(20, 100_000);

        assertThat(read(EtcdSnapshotWriter.write(20, keys))).isEqualTo(keys);
    }

    @Test
    void recordsARevisionThatNoKeyHas() throws IOException {
        List<Long> deletions = new ArrayList<>();
        byte[] snapshot = EtcdSnapshotWriter.write(70, keys(3, 10));
        EtcdSnapshotReader.open(SnapshotSource.of(snapshot)).visit((revision, isDeletion, _) -> {
            if (isDeletion) {
                deletions.add(revision);
            }
        });

        assertThat(deletions).containsExactly(70L);
    }

    @Test
    void rejectsAnyChangedOrMissingByte() {
        byte[] snapshot = EtcdSnapshotWriter.write(100, keys(100, 30));
        Random random = new Random(5);
        for (int i = 0; i < 200; i++) {
            byte[] changed = snapshot.clone();
            changed[random.nextInt(changed.length)] ^= (byte) (1 + random.nextInt(255));
            assertThatThrownBy(() -> read(changed)).isInstanceOf(DamagedSnapshotException.class);
            byte[] cut = Arrays.copyOf(snapshot, random.nextInt(snapshot.length));
            assertThatThrownBy(() -> read(cut)).isInstanceOf(DamagedSnapshotException.class);
        }
    }

    @Test
    void aDamagedDatabaseNeverCausesAnEndlessLoop() {
        byte[] snapshot = EtcdSnapshotWriter.write(400, keys(400, 30));
        byte[] database = Arrays.copyOf(snapshot, snapshot.length - EtcdSnapshotReader.CHECKSUM_BYTES);
        Random random = new Random(6);
        for (int i = 0; i < 500; i++) {
            byte[] changed = database.clone();
            for (int j = 0; j < 20; j++) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
            }
            Throwable failure = catchThrowable(() -> visitUnchecked(changed));
            if (failure != null) {
                assertThat(failure).isInstanceOf(IOException.class);
            }
        }
    }

    private static void visitUnchecked(byte[] database) throws IOException {
        BoltFileReader reader = BoltFileReader.open(SnapshotSource.of(database), database.length);
        for (byte[] bucket : reader.buckets().values()) {
            reader.visit(bucket, (_, _) -> {});
        }
    }

    /** The real etcdutl checks the structure of the whole database, and restores a data directory of etcd from it. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5_000})
    void etcdutlAcceptsIt(int count, @TempDir Path directory) throws IOException, InterruptedException {
        Optional<Path> etcdutl = PreparedPart.ETCDUTL.find();
        assumeTrue(etcdutl.isPresent(), PreparedPart.ETCDUTL.absent());
        Path file = directory.resolve("snapshot.db");
        List<EtcdKeyValue> keys = new ArrayList<>(keys(count, 200));
        if (count > 1) {
            keys.set(7, new EtcdKeyValue(keys.get(7).key(), 1, keys.get(7).modRevision(), 2, new byte[1_500_000]));
        }
        Files.write(file, EtcdSnapshotWriter.write(count + 10, keys));

        String status = run(directory, etcdutl.get(), "snapshot", "status", file.toString(), "-w", "json");
        assertThat(status).contains("\"revision\":" + (count + 10));
        run(
                directory,
                etcdutl.get(),
                "snapshot",
                "restore",
                file.toString(),
                "--data-dir",
                directory.resolve("data").toString());
        assertThat(directory.resolve("data/member/snap/db")).exists();
    }

    private static String run(Path directory, Path program, String... arguments)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(program.toString()));
        words.addAll(List.of(arguments));
        Path output = Files.createTempFile(directory, "output", ".txt");
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(PROCESS_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        String text = Files.readString(output);
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }

    private static List<EtcdKeyValue> read(byte[] snapshot) throws IOException {
        List<EtcdKeyValue> keys = new ArrayList<>();
        EtcdSnapshotReader.open(SnapshotSource.of(snapshot)).visit((revision, isDeletion, entry) -> {
            assertThat(isDeletion).isFalse();
            assertThat(entry.modRevision()).isEqualTo(revision);
            keys.add(entry);
        });
        return keys;
    }

    private static List<EtcdKeyValue> keys(int count, int bytes) {
        List<EtcdKeyValue> keys = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            byte[] value = "x".repeat(bytes + i % 7).getBytes(StandardCharsets.US_ASCII);
            keys.add(new EtcdKeyValue("/registry/configmaps/default/c-" + (count - i), 1, i, 2, value));
        }
        return keys;
    }
}
