package dev.butlerlabs.core.embedded.protobuf;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads the protobuf wire format: tags, varints and length-delimited fields. */
final class WireReader {

    private static final int VARINT = 0;
    private static final int EIGHT_BYTES = 1;
    private static final int LENGTH = 2;
    private static final int FOUR_BYTES = 5;

    private final byte[] bytes;
    private final int end;
    private int position;

    WireReader(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.position = start;
        this.end = end;
    }

    boolean hasMore() {
        return position < end;
    }

    /** Reads a tag: field number and wire type. */
    int tag() throws IOException {
        int tag = (int) integer();
        if (number(tag) <= 0) {
            throw new IOException("proto: illegal tag " + number(tag));
        }
        return tag;
    }

    static int number(int tag) {
        return tag >>> 3;
    }

    long integer() throws IOException {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (position >= end) {
                throw truncated();
            }
            byte next = bytes[position++];
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IOException("proto: integer overflow");
    }

    double fraction() throws IOException {
        advance(Long.BYTES);
        long bits = 0;
        for (int i = 1; i <= Long.BYTES; i++) {
            bits = (bits << 8) | (bytes[position - i] & 0xff);
        }
        return Double.longBitsToDouble(bits);
    }

    WireReader part() throws IOException {
        long length = integer();
        if (length < 0 || length > end - position) {
            throw truncated();
        }
        int start = position;
        position += (int) length;
        return new WireReader(bytes, start, position);
    }

    String text() throws IOException {
        return new String(part().rest(), StandardCharsets.UTF_8);
    }

    byte[] rest() {
        return Arrays.copyOfRange(bytes, position, end);
    }

    void skip(int tag) throws IOException {
        switch (tag & 7) {
            case VARINT -> integer();
            case EIGHT_BYTES -> advance(8);
            case LENGTH -> part();
            case FOUR_BYTES -> advance(4);
            default -> throw new IOException("proto: illegal wire type " + (tag & 7));
        }
    }

    private void advance(int count) throws IOException {
        if (count > end - position) {
            throw truncated();
        }
        position += count;
    }

    private static IOException truncated() {
        return new IOException("unexpected EOF");
    }
}
