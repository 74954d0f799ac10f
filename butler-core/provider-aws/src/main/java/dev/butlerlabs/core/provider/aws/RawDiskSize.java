package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Determines the size of a raw disk from its partition table. The size of compressed content is not known before its end. */
final class RawDiskSize {
    private static final int SECTOR = 512;
    private static final int LAST_SECTOR_FIELD = SECTOR + 32;
    private static final long GIB = 1L << 30;
    private static final long MOST_GIB = 64 * 1024;
    private static final byte[] SIGNATURE = "EFI PART".getBytes(StandardCharsets.US_ASCII);

    private RawDiskSize() {}

    /**
     * Returns the size in GiB, rounded up.
     *
     * @param start start of the disk
     * @param length number of bytes of the start
     * @throws ButlerException with INVALID_INPUT if it has no GUID partition table
     */
    static int gib(byte[] start, int length) {
        ByteBuffer disk = ByteBuffer.wrap(start, 0, length).order(ByteOrder.LITTLE_ENDIAN);
        boolean isDisk =
                length >= 2 * SECTOR && disk.slice(SECTOR, SIGNATURE.length).equals(ByteBuffer.wrap(SIGNATURE));
        long sectors = isDisk ? disk.getLong(LAST_SECTOR_FIELD) + 1 : 0;
        if (sectors < 1 || sectors > MOST_GIB * GIB / SECTOR) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "The image is not a raw disk with a GUID partition table.",
                    "Use the platform aws and the format raw.gz.");
        }
        return (int) Math.ceilDiv(sectors * SECTOR, GIB);
    }
}
