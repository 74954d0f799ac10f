package dev.butlerlabs.core.pem;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Encodes the ASN.1 DER types used in a certificate. */
final class DerEncoder {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    private DerEncoder() {}

    static byte[] sequence(byte[]... parts) {
        return tagged(0x30, parts);
    }

    static byte[] set(byte[]... parts) {
        return tagged(0x31, parts);
    }

    static byte[] integer(BigInteger value) {
        return tagged(0x02, value.toByteArray());
    }

    static byte[] truth() {
        return tagged(0x01, new byte[] {(byte) 0xff});
    }

    static byte[] octets(byte[] content) {
        return tagged(0x04, content);
    }

    static byte[] bits(int unused, byte[] content) {
        return tagged(0x03, new byte[] {(byte) unused}, content);
    }

    static byte[] text(String content) {
        return tagged(0x0c, content.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] time(Instant instant) {
        return tagged(0x18, TIME.format(instant).getBytes(StandardCharsets.US_ASCII));
    }

    /** Encodes an object identifier in dotted notation; the first two numbers share one byte, the others are encoded in base 128. */
    static byte[] identifier(String dotted) {
        String[] words = dotted.split("\\.", -1);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(Integer.parseInt(words[0]) * 40 + Integer.parseInt(words[1]));
        for (int i = 2; i < words.length; i++) {
            writeBase128(out, Integer.parseInt(words[i]));
        }
        return tagged(0x06, out.toByteArray());
    }

    private static void writeBase128(ByteArrayOutputStream out, int number) {
        int septets = Math.max(1, (38 - Integer.numberOfLeadingZeros(number)) / 7);
        for (int shift = 7 * (septets - 1); shift > 0; shift -= 7) {
            out.write(0x80 | (number >>> shift & 0x7f));
        }
        out.write(number & 0x7f);
    }

    static byte[] tagged(int tag, byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(length + 6);
        out.write(tag);
        writeLength(out, length);
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static void writeLength(ByteArrayOutputStream out, int length) {
        if (length < 0x80) {
            out.write(length);
            return;
        }
        byte[] bytes = BigInteger.valueOf(length).toByteArray();
        int skip = bytes[0] == 0 ? 1 : 0;
        out.write(0x80 | bytes.length - skip);
        out.write(bytes, skip, bytes.length - skip);
    }
}
