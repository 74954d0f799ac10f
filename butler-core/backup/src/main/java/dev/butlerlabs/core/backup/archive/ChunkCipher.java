package dev.butlerlabs.core.backup.archive;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Encrypts and decrypts the chunks of one backup (STREAM construction). The nonce contains the position of the chunk and whether it is the
 * last one, so that chunks cannot be reordered, dropped or appended. The key must be used for one backup only. Not thread-safe.
 */
final class ChunkCipher {
    static final int CHUNK_BYTES = 64 * 1024;
    static final int TAG_BYTES = 16;
    static final int SEALED_BYTES = CHUNK_BYTES + TAG_BYTES;

    private static final int NONCE_BYTES = 12;
    private static final int POSITION_OFFSET = NONCE_BYTES - 1 - Long.BYTES;

    private final SecretKey key;
    private final byte[] header;
    private final Cipher cipher;

    /** @param header digest of the header, which every chunk authenticates */
    ChunkCipher(SecretKey key, byte[] header) {
        this.key = key;
        this.header = header.clone();
        try {
            cipher = Cipher.getInstance("AES/GCM/NoPadding");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has AES-GCM", e);
        }
    }

    byte[] seal(long position, boolean isLast, byte[] content, int length) {
        try {
            start(Cipher.ENCRYPT_MODE, position, isLast);
            return cipher.doFinal(content, 0, length);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot encrypt", e);
        }
    }

    /** @throws DamagedArchiveException if any byte, the position or the end differs from what was sealed */
    byte[] open(long position, boolean isLast, byte[] sealed, int length) throws DamagedArchiveException {
        try {
            start(Cipher.DECRYPT_MODE, position, isLast);
            return cipher.doFinal(sealed, 0, length);
        } catch (AEADBadTagException e) {
            throw new DamagedArchiveException(
                    "the data from byte %d on was changed or is incomplete".formatted(position * CHUNK_BYTES), e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot decrypt", e);
        }
    }

    private void start(int mode, long position, boolean isLast) throws GeneralSecurityException {
        byte[] nonce = ByteBuffer.allocate(NONCE_BYTES)
                .putLong(POSITION_OFFSET, position)
                .put(NONCE_BYTES - 1, (byte) (isLast ? 1 : 0))
                .array();
        cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
        cipher.updateAAD(header);
    }
}
