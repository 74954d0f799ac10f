package dev.butlerlabs.core.provider.azure;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ImageContentReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * Reads a fixed VHD and sends its pages that are not zero. One buffer of 4 MiB is held in memory. Used by one thread at a time.
 *
 * <p>A fixed VHD is the content of a disk in whole MiB, and a footer of 512 bytes.
 */
final class VhdReader implements AutoCloseable {
    static final int FOOTER = 512;
    /** Azure accepts no more in one request. */
    static final int LARGEST_WRITE = 4 * 1024 * 1024;

    private static final int SECTOR = 512;
    private static final int BLOCK = 256 * 1024;
    private static final int MIB = 1024 * 1024;
    private static final long USUAL_DISK = 8L << 30;
    private static final byte[] GPT = "EFI PART".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] COOKIE = "conectix".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ZEROS = new byte[BLOCK];
    private static final int LAST_SECTOR_FIELD = SECTOR + 32;

    private final ImageContentReader content;
    private final byte[] buffer = new byte[LARGEST_WRITE];
    private final long announced;
    private int filled;
    private long counted;
    private byte[] end = new byte[0];

    /**
     * Reads the start of the content.
     *
     * @param expected length with the footer, if it is known
     */
    VhdReader(ImageContentReader content, OptionalLong expected) {
        this.content = content;
        this.filled = content.read(buffer, 0, buffer.length);
        this.announced = expected.orElseGet(() -> diskBytes(buffer, filled).orElse(USUAL_DISK) + FOOTER);
    }

    /** Returns the size of a disk by its partition table, which contains the position of the last sector. */
    static OptionalLong diskBytes(byte[] start, int length) {
        if (length < 2 * SECTOR || !Arrays.equals(start, SECTOR, SECTOR + GPT.length, GPT, 0, GPT.length)) {
            return OptionalLong.empty();
        }
        long last = ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN).getLong(LAST_SECTOR_FIELD);
        return last > 0 && last < Long.MAX_VALUE / SECTOR - 1
                ? OptionalLong.of((last + 1) * SECTOR)
                : OptionalLong.empty();
    }

    /** Returns the length with the footer, as far as it is known before the end. */
    long announcedBytes() {
        return announced;
    }

    /** Returns the length with the footer, when the content was read to its end. */
    long countedBytes() {
        return counted;
    }

    /** Returns whether the announced length is that of the content, so that the disk is complete. */
    boolean isComplete() {
        return counted == announced;
    }

    /**
     * Sends the content. What exceeds the announced length is only counted.
     *
     * @throws ButlerException if it is not a fixed VHD, or the source or the upload fails
     */
    void sendTo(PageBlobClient blob) {
        while (filled > 0) {
            if (filled % SECTOR != 0) {
                throw notVhd();
            }
            int sent = (int) Math.max(0, Math.min(filled, announced - counted));
            send(blob, sent);
            remember();
            counted += filled;
            filled = content.read(buffer, 0, buffer.length);
        }
        content.drain();
        verify();
    }

    /** Sends blocks that are not zero; consecutive ones with one request. */
    private void send(PageBlobClient blob, int count) {
        int start = -1;
        for (int at = 0; at < count; at += BLOCK) {
            boolean isZero = isZero(at, Math.min(BLOCK, count - at));
            if (isZero && start >= 0) {
                blob.write(counted + start, buffer, start, at - start);
                start = -1;
            } else if (!isZero && start < 0) {
                start = at;
            }
        }
        if (start >= 0) {
            blob.write(counted + start, buffer, start, count - start);
        }
    }

    private boolean isZero(int from, int length) {
        return Arrays.equals(buffer, from, from + length, ZEROS, 0, length);
    }

    /** Keeps the last bytes, which are the footer at the end. */
    private void remember() {
        byte[] joined = Arrays.copyOf(end, end.length + Math.min(filled, FOOTER));
        System.arraycopy(buffer, filled - Math.min(filled, FOOTER), joined, end.length, joined.length - end.length);
        end = Arrays.copyOfRange(joined, Math.max(0, joined.length - FOOTER), joined.length);
    }

    private void verify() {
        boolean isVhd = end.length == FOOTER && Arrays.equals(end, 0, COOKIE.length, COOKIE, 0, COOKIE.length);
        if (!isVhd) {
            throw notVhd();
        }
        if ((counted - FOOTER) % MIB != 0) {
            throw new ButlerException(
                    ErrorCode.PROVIDER,
                    "The disk in the image has %d bytes, which is not a whole number of MiB."
                            .formatted(counted - FOOTER));
        }
    }

    private static ButlerException notVhd() {
        return new ButlerException(
                ErrorCode.PROVIDER,
                "The image of the image factory is not a fixed VHD: it has no footer.",
                "Check spec.imageFactory.url of the ButlerConfig.");
    }

    @Override
    public void close() {
        content.close();
    }
}
