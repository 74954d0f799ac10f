package dev.butlerlabs.core.backup.archive;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.SecretKey;

/**
 * The start of a backup file: magic, format version, length and text of the header, its SHA-256, and its HMAC. The SHA-256 distinguishes a
 * damaged header from a wrong passphrase.
 */
final class ArchiveLayout {
    static final int VERSION = 1;

    private static final byte[] MAGIC = "BTLRBKUP".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_HEADER_BYTES = 64 * 1024;
    private static final int HASH_BYTES = 32;

    private final ArchiveHeader header;
    private final byte[] digest;
    private final byte[] mac;
    private final int length;

    private ArchiveLayout(ArchiveHeader header, byte[] digest, byte[] mac, int length) {
        this.header = header;
        this.digest = digest;
        this.mac = mac;
        this.length = length;
    }

    static byte[] encode(ArchiveHeader header, BackupKey.ArchiveKeys keys) {
        byte[] text = header.encode();
        byte[] signed = signed(VERSION, text);
        byte[] digest = digest(signed);
        return ByteBuffer.allocate(signed.length + 2 * HASH_BYTES)
                .put(signed)
                .put(digest)
                .put(mac(keys.header(), digest))
                .array();
    }

    /** Returns the digest in an encoded start. */
    static byte[] digestOf(byte[] encoded) {
        return Arrays.copyOfRange(encoded, encoded.length - 2 * HASH_BYTES, encoded.length - HASH_BYTES);
    }

    private static byte[] signed(int version, byte[] text) {
        return ByteBuffer.allocate(MAGIC.length + Short.BYTES + Integer.BYTES + text.length)
                .put(MAGIC)
                .putShort((short) version)
                .putInt(text.length)
                .put(text)
                .array();
    }

    static ArchiveLayout read(InputStream stream) throws IOException {
        try {
            DataInputStream data = new DataInputStream(stream);
            if (!Arrays.equals(data.readNBytes(MAGIC.length), MAGIC)) {
                throw new MissingHeaderException();
            }
            int version = data.readUnsignedShort();
            int size = data.readInt();
            if (size < 0 || size > MAX_HEADER_BYTES) {
                throw new DamagedArchiveException("the header is damaged");
            }
            byte[] text = new byte[size];
            data.readFully(text);
            byte[] digest = new byte[HASH_BYTES];
            data.readFully(digest);
            byte[] mac = new byte[HASH_BYTES];
            data.readFully(mac);
            byte[] signed = signed(version, text);
            if (!MessageDigest.isEqual(digest(signed), digest)) {
                throw new DamagedArchiveException("the header is damaged");
            }
            requireVersion(version);
            return new ArchiveLayout(ArchiveHeader.decode(text), digest, mac, signed.length + 2 * HASH_BYTES);
        } catch (EOFException e) {
            throw new DamagedArchiveException("the header is incomplete", e);
        } catch (IllegalArgumentException e) {
            throw new DamagedArchiveException("the header is damaged", e);
        }
    }

    private static void requireVersion(int version) {
        if (version != VERSION) {
            throw new ButlerException(
                    ErrorCode.UNREADABLE_FILE,
                    "The backup has format version %d, but this version of Butler reads only version %d."
                            .formatted(version, VERSION),
                    "Use the version of Butler that wrote the backup.");
        }
    }

    ArchiveHeader header() {
        return header;
    }

    byte[] digest() {
        return digest.clone();
    }

    /** Returns the number of bytes before the encrypted content. */
    int length() {
        return length;
    }

    boolean isSignedBy(BackupKey.ArchiveKeys keys) {
        return MessageDigest.isEqual(mac(keys.header(), digest), mac);
    }

    private static byte[] mac(SecretKey key, byte[] digest) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return mac.doFinal(digest);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has HMAC-SHA-256", e);
        }
    }

    private static byte[] digest(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
