package dev.butlerlabs.core.kube;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Replaces the non-ASCII characters of JSON in UTF-8 by Unicode escapes, which mean the same in JSON. The text may be split
 * anywhere, also within a character. Not thread-safe; use one instance for each stream.
 */
final class NonAsciiEscaper {
    private static final int FIRST_NON_ASCII = 0x80;
    private static final HexFormat HEX = HexFormat.of();

    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    /** The start of a character whose other bytes are in the next part. */
    private byte[] incomplete = {};

    /** Returns the next part of the text. The argument itself if nothing is to be replaced. */
    ByteBuffer escape(ByteBuffer part) {
        return incomplete.length == 0 && isAscii(part) ? part : escapeAll(part);
    }

    private static boolean isAscii(ByteBuffer part) {
        for (int i = part.position(); i < part.limit(); i++) {
            if (part.get(i) < 0) {
                return false;
            }
        }
        return true;
    }

    private ByteBuffer escapeAll(ByteBuffer part) {
        ByteBuffer bytes = ByteBuffer.allocate(incomplete.length + part.remaining());
        bytes.put(incomplete).put(part).flip();
        CharBuffer characters = CharBuffer.allocate(bytes.remaining());
        decoder.decode(bytes, characters, false);
        incomplete = new byte[bytes.remaining()];
        bytes.get(incomplete);
        return escaped(characters.flip());
    }

    private static ByteBuffer escaped(CharBuffer characters) {
        StringBuilder text = new StringBuilder(characters.length());
        characters.chars().forEach(character -> {
            if (character < FIRST_NON_ASCII) {
                text.append((char) character);
            } else {
                text.append("\\u").append(HEX.toHexDigits((char) character));
            }
        });
        return ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.US_ASCII));
    }
}
