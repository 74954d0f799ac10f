package dev.butlerlabs.core.pem;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Splits ASN.1 DER into its elements. Stateless. */
final class DerDecoder {
    private DerDecoder() {}

    /** An element with one byte of tag. */
    static final class Element {
        private final int tag;
        private final byte[] content;

        private Element(int tag, byte[] content) {
            this.tag = tag;
            this.content = content;
        }

        int tag() {
            return tag;
        }

        byte[] content() {
            return content.clone();
        }

        /** @throws PemFormatException if the content is not a row of elements */
        List<Element> elements() throws PemFormatException {
            return DerDecoder.elements(content);
        }
    }

    /** @throws PemFormatException if the bytes are not a row of elements */
    static List<Element> elements(byte[] encoded) throws PemFormatException {
        ByteBuffer buffer = ByteBuffer.wrap(encoded);
        List<Element> elements = new ArrayList<>();
        try {
            while (buffer.hasRemaining()) {
                int tag = buffer.get() & 0xff;
                byte[] content = new byte[length(buffer)];
                buffer.get(content);
                elements.add(new Element(tag, content));
            }
        } catch (BufferUnderflowException e) {
            throw new PemFormatException("is truncated", e);
        }
        return elements;
    }

    private static int length(ByteBuffer buffer) throws PemFormatException {
        int first = buffer.get() & 0xff;
        if (first < 0x80) {
            return first;
        }
        int bytes = first & 0x7f;
        if (bytes == 0 || bytes > 3) {
            throw new PemFormatException("is not DER");
        }
        int length = 0;
        for (int i = 0; i < bytes; i++) {
            length = (length << 8) | (buffer.get() & 0xff);
        }
        if (length > buffer.remaining()) {
            throw new PemFormatException("is truncated");
        }
        return length;
    }
}
