package dev.butlerlabs.sim.gcp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Checks while it is received whether content is a gzip-compressed tar archive with a disk of whole GiB, as Compute Engine imports it. */
final class DiskArchiveInspector {
    private static final int GZIP_HEADER = 10;
    private static final int TAR_HEADER = 512;
    private static final long GIB = 1L << 30;

    private final byte[] start = new byte[GZIP_HEADER];
    private final byte[] header = new byte[TAR_HEADER];
    private final byte[] inflated = new byte[65_536];
    private final Inflater inflater = new Inflater(true);
    private int skipped;
    private int known;
    private boolean isDamaged;

    void update(byte[] bytes, int count) {
        int from = Math.min(count, GZIP_HEADER - skipped);
        System.arraycopy(bytes, 0, start, skipped, from);
        skipped += from;
        if (isDamaged || inflater.finished() || from == count) {
            return;
        }
        inflater.setInput(bytes, from, count - from);
        try {
            for (int read = inflater.inflate(inflated); read > 0; read = inflater.inflate(inflated)) {
                int more = Math.min(read, TAR_HEADER - known);
                System.arraycopy(inflated, 0, header, known, more);
                known += more;
            }
        } catch (DataFormatException _) {
            isDamaged = true;
        }
    }

    /** Returns why the content cannot be imported; empty if it can. Call once, at the end. */
    Optional<String> problem() {
        boolean complete = inflater.finished();
        inflater.end();
        if (isDamaged || !complete || start[0] != 0x1f || start[1] != (byte) 0x8b || start[3] != 0) {
            return Optional.of("The tar archive is not a valid gzip file.");
        }
        if (!text(257, 5).equals("ustar") || sum() != number(148, 8)) {
            return Optional.of("The tar archive is not a valid image.");
        }
        if (!text(0, 100).equals("disk.raw")) {
            return Optional.of("The tar archive must contain a file named disk.raw.");
        }
        long size = header[156] == 'S' ? number(483, 12) : number(124, 12);
        return size > 0 && size % GIB == 0
                ? Optional.empty()
                : Optional.of("The size of disk.raw must be a multiple of 1 GB.");
    }

    private String text(int from, int length) {
        String text = new String(header, from, length, StandardCharsets.ISO_8859_1);
        return text.indexOf('\0') < 0 ? text : text.substring(0, text.indexOf('\0'));
    }

    private long number(int from, int length) {
        String text = text(from, length).strip();
        return text.matches("[0-7]+") ? Long.parseLong(text, 8) : -1;
    }

    /** Returns the sum of the header with spaces in place of its checksum. */
    private long sum() {
        byte[] copy = header.clone();
        Arrays.fill(copy, 148, 156, (byte) ' ');
        long sum = 0;
        for (byte value : copy) {
            sum += value & 0xff;
        }
        return sum;
    }
}
