package dev.butlerlabs.sim.factory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A fixed VHD: a disk with a GPT, a quarter of whose content is not zero, and a footer. Its size in MiB is that of the options, but at
 * least 20 MiB, which Azure requires.
 *
 * @param seed seed of the content
 */
record VhdContent(String seed, long diskBytes) implements ArtifactContent {
    private static final long MIB = 1 << 20;
    private static final long SMALLEST = 20 * MIB;
    private static final int PART = 1 << 20;
    private static final int HEAD = 2 * SECTOR;

    VhdContent {
        diskBytes = Math.max(SMALLEST, diskBytes / MIB * MIB);
    }

    @Override
    public long length() {
        return diskBytes + SECTOR;
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
            return copy(head(), (int) position, buffer, offset, most);
        }
        if (position >= diskBytes) {
            return copy(footer(), (int) (position - diskBytes), buffer, offset, most);
        }
        long part = position / PART;
        int count = (int) Math.min(most, Math.min((part + 1) * PART, diskBytes) - position);
        if (part % 4 == 0) {
            new GeneratedContent(seed, diskBytes).fill(position, buffer, offset, count);
        } else {
            Arrays.fill(buffer, offset, offset + count, (byte) 0);
        }
        return count;
    }

    private static int copy(byte[] source, int from, byte[] buffer, int offset, int most) {
        int count = Math.min(most, source.length - from);
        System.arraycopy(source, from, buffer, offset, count);
        return count;
    }

    /** Returns the protective MBR and the start of the GPT header, which contains the last sector of the disk. */
    private byte[] head() {
        ByteBuffer head = ByteBuffer.allocate(HEAD).order(ByteOrder.LITTLE_ENDIAN);
        head.put(SECTOR - 2, (byte) 0x55).put(SECTOR - 1, (byte) 0xaa);
        head.put(SECTOR, "EFI PART".getBytes(StandardCharsets.US_ASCII));
        head.putInt(SECTOR + 8, 0x00010000).putInt(SECTOR + 12, 92);
        head.putLong(SECTOR + 24, 1).putLong(SECTOR + 32, diskBytes / SECTOR - 1);
        return head.array();
    }

    private byte[] footer() {
        ByteBuffer footer = ByteBuffer.allocate(SECTOR);
        footer.put("conectix".getBytes(StandardCharsets.US_ASCII))
                .putInt(2)
                .putInt(0x00010000)
                .putLong(-1)
                .putInt(0)
                .put("sim Wi2k".getBytes(StandardCharsets.US_ASCII), 0, 4)
                .putInt(0x00010000)
                .put("Wi2k".getBytes(StandardCharsets.US_ASCII))
                .putLong(diskBytes)
                .putLong(diskBytes)
                .putInt(0)
                .putInt(2);
        int sum = 0;
        for (byte value : footer.array()) {
            sum += value & 0xff;
        }
        return footer.putInt(~sum).array();
    }
}
