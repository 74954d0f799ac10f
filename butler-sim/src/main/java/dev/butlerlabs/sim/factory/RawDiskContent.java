package dev.butlerlabs.sim.factory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A raw disk with a GUID partition table, whose size is a multiple of 512 KiB. The first and the last of these parts and a quarter of the
 * others are not zero.
 *
 * @param seed seed of the content
 */
record RawDiskContent(String seed, long length) implements ArtifactContent {
    private static final int PART = 512 * 1024;
    private static final int HEAD = 2 * SECTOR;

    RawDiskContent {
        length = Math.max(2, length / PART) * PART;
    }

    @Override
    public void fill(long position, byte[] buffer, int offset, int count) {
        int done = 0;
        while (done < count) {
            done += part(position + done, buffer, offset + done, count - done);
        }
    }

    private int part(long position, byte[] buffer, int offset, int most) {
        if (position < HEAD) {
            byte[] head = head();
            int count = (int) Math.min(most, HEAD - position);
            System.arraycopy(head, (int) position, buffer, offset, count);
            return count;
        }
        long part = position / PART;
        int count = (int) Math.min(most, (part + 1) * PART - position);
        if (part % 4 == 0 || part == length / PART - 1) {
            new GeneratedContent(seed, length).fill(position, buffer, offset, count);
        } else {
            Arrays.fill(buffer, offset, offset + count, (byte) 0);
        }
        return count;
    }

    /** Returns the protective MBR and the start of the GPT header, which contains the last sector of the disk. */
    private byte[] head() {
        ByteBuffer head = ByteBuffer.allocate(HEAD).order(ByteOrder.LITTLE_ENDIAN);
        head.put(SECTOR - 2, (byte) 0x55).put(SECTOR - 1, (byte) 0xaa);
        head.put(SECTOR, "EFI PART".getBytes(StandardCharsets.US_ASCII));
        head.putLong(SECTOR + 24, 1).putLong(SECTOR + 32, length / SECTOR - 1);
        return head.array();
    }
}
