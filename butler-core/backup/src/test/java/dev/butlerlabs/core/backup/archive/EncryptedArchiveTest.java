package dev.butlerlabs.core.backup.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

@Tag("slow")
class EncryptedArchiveTest {
    private static final int CHUNK = ChunkCipher.CHUNK_BYTES;
    private static final BackupKey KEY = BackupKey.keyFile(new byte[32]);
    private static final Instant TIME = Instant.parse("2026-11-18T02:00:00Z");

    private static byte[] large = {};

    private Path directory;

    @BeforeProperty
    void createDirectory() throws IOException {
        directory = Files.createTempDirectory("backup");
    }

    @AfterProperty
    void deleteDirectory() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    @Property(tries = 20)
    void returnsWhatWasWritten(
            @ForAll @IntRange(min = 0, max = 3 * CHUNK) int size, @ForAll @IntRange(min = 1, max = CHUNK) int step)
            throws IOException {
        byte[] content = content(size);
        Path file = written(content, step);

        try (EncryptedArchive archive = EncryptedArchive.open(file, KEY)) {
            assertThat(archive.length()).isEqualTo(size);
            assertThat(archive.stream(0).readAllBytes()).isEqualTo(content);
        }
    }

    @Example
    void chunkBordersAreExact() throws IOException {
        for (int size : new int[] {0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK}) {
            try (EncryptedArchive archive = EncryptedArchive.open(written(content(size), 1 << 20), KEY)) {
                assertThat(archive.stream(0).readAllBytes()).isEqualTo(content(size));
            }
        }
    }

    @Property(tries = 20)
    void readsFromAnyPosition(
            @ForAll @IntRange(min = 0, max = 3 * CHUNK) int start,
            @ForAll @IntRange(min = 0, max = CHUNK * 2) int count)
            throws IOException {
        byte[] content = content(3 * CHUNK + 77);
        try (EncryptedArchive archive = EncryptedArchive.open(written(content, CHUNK), KEY)) {
            ByteBuffer target = ByteBuffer.allocate(Math.min(count, content.length - start));
            archive.read(start, target);
            assertThat(target.array()).isEqualTo(Arrays.copyOfRange(content, start, start + target.capacity()));
        }
    }

    @Property(tries = 100)
    void rejectsAnyChangedByte(
            @ForAll @IntRange(min = 0, max = 999_999) int place, @ForAll @IntRange(min = 1, max = 255) int change)
            throws IOException {
        byte[] stored = largeBackup().clone();
        stored[(int) ((long) place * stored.length / 1_000_000)] ^= (byte) change;

        assertRejected(stored);
    }

    @Example
    void rejectsEveryChangedByteOfASmallBackup() throws IOException {
        byte[] stored = Files.readAllBytes(written(content(20), CHUNK));
        for (int i = 0; i < stored.length; i++) {
            byte[] changed = stored.clone();
            changed[i] ^= 1;
            assertRejected(changed);
        }
    }

    @Property(tries = 100)
    void rejectsAnyTruncation(@ForAll @IntRange(min = 0, max = 999_999) int place) throws IOException {
        byte[] stored = largeBackup();
        assertRejected(Arrays.copyOf(stored, (int) ((long) place * stored.length / 1_000_000)));
    }

    @Example
    void rejectsTruncationAtEveryChunkBorder() throws IOException {
        byte[] stored = Files.readAllBytes(written(content(3 * CHUNK + 5), CHUNK));
        int start = stored.length - (3 * ChunkCipher.SEALED_BYTES + 5 + ChunkCipher.TAG_BYTES);
        for (int chunks = 0; chunks <= 3; chunks++) {
            assertRejected(Arrays.copyOf(stored, start + chunks * ChunkCipher.SEALED_BYTES));
        }
    }

    @Example
    void rejectsExchangedAndRepeatedChunks() throws IOException {
        byte[] stored = Files.readAllBytes(written(content(4 * CHUNK), CHUNK));
        int start = stored.length - 4 * ChunkCipher.SEALED_BYTES;
        byte[] exchanged = stored.clone();
        System.arraycopy(stored, start, exchanged, start + ChunkCipher.SEALED_BYTES, ChunkCipher.SEALED_BYTES);
        System.arraycopy(stored, start + ChunkCipher.SEALED_BYTES, exchanged, start, ChunkCipher.SEALED_BYTES);
        assertRejected(exchanged);
        byte[] longer = Arrays.copyOf(stored, stored.length + ChunkCipher.SEALED_BYTES);
        System.arraycopy(stored, start, longer, stored.length, ChunkCipher.SEALED_BYTES);
        assertRejected(longer);
        assertRejected(Arrays.copyOf(stored, stored.length + 1));
    }

    @Example
    void rejectsChunksOfAnotherBackup() throws IOException {
        byte[] stored = Files.readAllBytes(written(content(2 * CHUNK), CHUNK));
        byte[] other = Files.readAllBytes(written(content(2 * CHUNK), CHUNK));
        assertThat(stored).isNotEqualTo(other).hasSameSizeAs(other);
        System.arraycopy(
                other,
                stored.length - ChunkCipher.SEALED_BYTES,
                stored,
                stored.length - ChunkCipher.SEALED_BYTES,
                ChunkCipher.SEALED_BYTES);
        assertRejected(stored);
    }

    @Property(tries = 20)
    void anotherKeyIsReportedAsSuch(@ForAll @IntRange(min = 0, max = 255) int bit) throws IOException {
        byte[] key = new byte[32];
        key[bit / 8] = (byte) (1 << (bit % 8));

        assertThat(error(written(content(10), 10), BackupKey.keyFile(key)).code())
                .isEqualTo(ErrorCode.WRONG_BACKUP_KEY);
    }

    @Example
    void aPassphraseOpensOnlyItsBackup() throws IOException {
        Path file = directory.resolve("p.butler-backup");
        try (EncryptedArchiveWriter writer =
                EncryptedArchiveWriter.create(file, "demo", TIME, "1.0", BackupKey.passphrase("käse & brot"))) {
            writer.content().write("secret".getBytes(StandardCharsets.UTF_8));
            writer.finish();
        }
        try (EncryptedArchive archive = EncryptedArchive.open(file, BackupKey.passphrase("käse & brot"))) {
            assertThat(archive.stream(0)).hasContent("secret");
        }
        ButlerException wrong = error(file, BackupKey.passphrase("käse & brot "));
        assertThat(wrong.code()).isEqualTo(ErrorCode.WRONG_BACKUP_KEY);
        assertThat(wrong).hasMessage("The passphrase does not open backup %s.".formatted(file));
        assertThat(error(file, KEY)).hasMessage("Backup %s was encrypted with a passphrase.".formatted(file));
        assertThat(EncryptedArchive.header(file).derivation().iterations()).isGreaterThanOrEqualTo(600_000);
    }

    @Example
    void theHeaderIsReadableWithoutTheKeyAndTheContentIsNot() throws IOException {
        Path file = written("very secret content".getBytes(StandardCharsets.UTF_8), CHUNK);

        ArchiveHeader header = EncryptedArchive.header(file);
        assertThat(header.cluster()).isEqualTo("demo");
        assertThat(header.time()).isEqualTo(TIME);
        assertThat(header.butlerVersion()).isEqualTo("1.0");
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                .doesNotContain("secret");
    }

    @Example
    void onlyTheOwnerCanReadTheFileAndAnAbortedOneIsDeleted() throws IOException {
        Path file = written(content(5), CHUNK);
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        Files.delete(file);

        try (EncryptedArchiveWriter writer = EncryptedArchiveWriter.create(file, "demo", TIME, "1.0", KEY)) {
            writer.content().write(content(3 * CHUNK));
            try (Stream<Path> files = Files.list(directory)) {
                assertThat(files)
                        .singleElement()
                        .satisfies(part -> assertThat(Files.getPosixFilePermissions(part))
                                .isEqualTo(PosixFilePermissions.fromString("rw-------")));
            }
        }
        assertThat(directory).isEmptyDirectory();
    }

    /** Test case 1 of RFC 5869, whose first 32 bytes are compared. */
    @Example
    void keysAreDerivedAsTheStandardSays() throws GeneralSecurityException {
        HexFormat hex = HexFormat.of();
        byte[] derived = BackupKey.hkdf(
                hex.parseHex("0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b"),
                hex.parseHex("000102030405060708090a0b0c"),
                hex.parseHex("f0f1f2f3f4f5f6f7f8f9"));
        assertThat(hex.formatHex(derived))
                .isEqualTo("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf");
    }

    @Example
    void anotherFormatIsNamed() throws IOException {
        Path file = directory.resolve("x");
        Files.writeString(file, "apiVersion: v1\n");
        assertThat(error(file, KEY))
                .hasMessage("%s is not a backup, or is damaged: the backup header is missing.".formatted(file));
        assertThat(error(directory.resolve("absent"), KEY)).hasMessageContaining("it does not exist");
        assertThatThrownBy(() -> BackupKey.keyFile(new byte[31])).hasMessage("a key file has 32 bytes, not 31");
    }

    /** Returns the bytes of a backup that is written only once. */
    private byte[] largeBackup() throws IOException {
        if (large.length == 0) {
            large = Files.readAllBytes(written(content(CHUNK + 1000), CHUNK));
        }
        return large;
    }

    private void assertRejected(byte[] stored) throws IOException {
        Path file = directory.resolve("changed");
        Files.write(file, stored);
        ButlerException e = error(file, KEY);
        assertThat(e.code()).isIn(ErrorCode.BACKUP_DAMAGED, ErrorCode.WRONG_BACKUP_KEY, ErrorCode.UNREADABLE_FILE);
    }

    /** Reads everything, which must fail. */
    private static ButlerException error(Path file, BackupKey key) {
        return catchThrowableOfType(ButlerException.class, () -> {
            try (EncryptedArchive archive = EncryptedArchive.open(file, key);
                    InputStream stream = archive.stream(0)) {
                stream.transferTo(OutputStream.nullOutputStream());
            } catch (DamagedArchiveException e) {
                throw EncryptedArchive.unreadable(file, e);
            }
        });
    }

    private Path written(byte[] content, int step) throws IOException {
        Path file = directory.resolve("b.butler-backup");
        Files.deleteIfExists(file);
        try (EncryptedArchiveWriter writer = EncryptedArchiveWriter.create(file, "demo", TIME, "1.0", KEY)) {
            for (int i = 0; i < content.length; i += step) {
                writer.content().write(content, i, Math.min(step, content.length - i));
            }
            writer.finish();
        }
        return file;
    }

    private static byte[] content(int size) {
        byte[] content = new byte[size];
        new Random(size).nextBytes(content);
        return content;
    }
}
