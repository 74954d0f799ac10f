package dev.butlerlabs.sim.azure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;

/** The content of a disk that clients upload, in a sparse temporary file, and the access to it. */
final class AzureUploadDisk implements AutoCloseable {
    private static final int FOOTER = 512;
    private static final int FIXED = 2;

    final String blob = "md-" + UUID.randomUUID().toString().replace("-", "");
    final long bytes;
    private final Path file;
    private final FileChannel channel;
    private Optional<String> signature = Optional.empty();

    AzureUploadDisk(long bytes) {
        this.bytes = bytes;
        try {
            this.file = Files.createTempFile("butler-simulated-disk", ".vhd");
            this.channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Grants access and returns the signature of the URL. */
    synchronized String grant() {
        signature = Optional.of(UUID.randomUUID().toString());
        return signature.get();
    }

    synchronized void revoke() {
        signature = Optional.empty();
    }

    synchronized boolean permits(String given) {
        return signature.filter(given::equals).isPresent();
    }

    void write(long position, byte[] content) throws IOException {
        channel.write(ByteBuffer.wrap(content), position);
    }

    private void read(long position, ByteBuffer buffer) throws IOException {
        // Pages that were never written are zero, also behind the end of the file.
        channel.read(buffer, position);
        while (buffer.hasRemaining()) {
            buffer.put((byte) 0);
        }
        buffer.flip();
    }

    /** Returns why the content is not a fixed VHD; empty if it is one. */
    Optional<String> problem() {
        try {
            ByteBuffer footer = ByteBuffer.allocate(FOOTER);
            read(bytes - FOOTER, footer);
            if (!StandardCharsets.US_ASCII
                    .decode(footer.duplicate().limit(8))
                    .toString()
                    .equals("conectix")) {
                return Optional.of(
                        "The specified cookie value in VHD footer indicates that disk is not a supported VHD. Disk is expected to have cookie value 'conectix'.");
            }
            int sum = 0;
            for (int i = 0; i < FOOTER; i++) {
                sum += i >= 64 && i < 68 ? 0 : footer.get(i) & 0xff;
            }
            boolean valid = footer.getInt(64) == ~sum
                    && footer.getInt(60) == FIXED
                    && footer.getLong(48) == bytes - FOOTER
                    && footer.getLong(48) % (1 << 20) == 0;
            return valid
                    ? Optional.empty()
                    : Optional.of("The footer of the VHD is not valid: it must describe a fixed disk of whole MiB.");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String sha256() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            ByteBuffer buffer = ByteBuffer.allocate(65_536);
            for (long at = 0; at < bytes; at += buffer.capacity()) {
                buffer.clear().limit((int) Math.min(buffer.capacity(), bytes - at));
                read(at, buffer);
                digest.update(buffer);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
