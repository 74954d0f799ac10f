package dev.butlerlabs.sim.factory;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A tar archive in the old GNU format with a sparse file {@code disk.raw} of 8 GiB, as Google Cloud imports it. Only the start of the file
 * has content.
 *
 * @param seed seed of the content
 */
record DiskTarContent(String seed, long storedBytes) implements ArtifactContent {
    private static final long DISK = 8L << 30;
    private static final int END = 2 * SECTOR;

    DiskTarContent {
        storedBytes = Math.max(SECTOR, storedBytes / SECTOR * SECTOR);
    }

    @Override
    public long length() {
        return SECTOR + storedBytes + END;
    }

    @Override
    public void fill(long position, byte[] buffer, int offset, int count) {
        byte[] header = position < SECTOR ? header() : new byte[0];
        GeneratedContent disk = new GeneratedContent(seed, storedBytes);
        int done = 0;
        while (done < count) {
            long at = position + done;
            int most = count - done;
            if (at < SECTOR) {
                most = (int) Math.min(most, SECTOR - at);
                System.arraycopy(header, (int) at, buffer, offset + done, most);
            } else if (at < SECTOR + storedBytes) {
                most = (int) Math.min(most, SECTOR + storedBytes - at);
                disk.fill(at - SECTOR, buffer, offset + done, most);
            } else {
                Arrays.fill(buffer, offset + done, offset + count, (byte) 0);
            }
            done += most;
        }
    }

    private byte[] header() {
        ByteBuffer header = ByteBuffer.allocate(SECTOR);
        put(header, 0, "disk.raw");
        put(header, 100, "0000644\0" + "0000000\0" + "0000000\0" + octal(storedBytes) + octal(0));
        put(header, 148, "        ");
        put(header, 156, "S");
        put(header, 257, "ustar  \0");
        put(header, 386, octal(0) + octal(storedBytes));
        put(header, 483, "%012o".formatted(DISK));
        int sum = 0;
        for (byte value : header.array()) {
            sum += value & 0xff;
        }
        put(header, 148, "%06o\0 ".formatted(sum));
        return header.array();
    }

    private static void put(ByteBuffer header, int position, String text) {
        header.put(position, text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String octal(long value) {
        return "%011o\0".formatted(value);
    }
}
