package dev.butlerlabs.sim.aws;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A snapshot. Its blocks are in a sparse temporary file. Guarded by the lock of the region. */
final class EbsSnapshot implements AutoCloseable {
    static final int BLOCK = 512 * 1024;

    final String id;
    final int sizeGiB;
    final String description;
    final Map<String, String> tags;
    final Instant started = Instant.now();

    /** State in the words of EC2: pending, completed or error. */
    String state = "pending";

    /** Whether no more blocks are accepted. */
    boolean isSealed;

    /** Checksums of the written blocks. */
    final SortedMap<Integer, byte[]> blocks = new TreeMap<>();

    private final Path path;
    private Optional<String> sha256 = Optional.empty();

    EbsSnapshot(String id, int sizeGiB, String description, Map<String, String> tags) {
        this.id = id;
        this.sizeGiB = sizeGiB;
        this.description = description;
        this.tags = tags;
        try {
            this.path = Files.createTempFile("simulated-snapshot", ".raw");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the checksum of a block in Base64. */
    static String checksum(byte[] block) {
        return Base64.getEncoder().encodeToString(sha256().digest(block));
    }

    void write(int index, byte[] block) {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.seek((long) index * BLOCK);
            file.write(block);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        blocks.put(index, sha256().digest(block));
    }

    /** Returns the checksum of all checksums in ascending order, in Base64. */
    String linearChecksum() {
        MessageDigest digest = sha256();
        blocks.values().forEach(digest::update);
        return Base64.getEncoder().encodeToString(digest.digest());
    }

    /** Returns the SHA-256 of the content up to the last written block; empty until the snapshot is complete. */
    Optional<String> contentSha256() {
        if (sha256.isEmpty() && state.equals("completed")) {
            sha256 = Optional.of(readSha256());
        }
        return sha256;
    }

    private String readSha256() {
        MessageDigest digest = sha256();
        byte[] buffer = new byte[65_536];
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r");
                InputStream content = Channels.newInputStream(file.getChannel())) {
            for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
