package dev.butlerlabs.core.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class NonAsciiEscaperTest {
    private static final String TEXT = "{\"a\":\"Zürich ’日本🙂\",\"b\":1}\n";
    private static final String ESCAPED = "{\"a\":\"Z\\u00fcrich \\u2019\\u65e5\\u672c\\ud83d\\ude42\",\"b\":1}\n";

    @Test
    void leavesAsciiUnchanged() {
        ByteBuffer part = bytes("{\"a\":1}\n");

        assertThat(new NonAsciiEscaper().escape(part)).isSameAs(part);
    }

    @Test
    void escapesTheSameWhereverTheTextIsSplit() {
        byte[] all = TEXT.getBytes(StandardCharsets.UTF_8);
        for (int first = 0; first <= all.length; first++) {
            for (int second = first; second <= all.length; second++) {
                NonAsciiEscaper escaper = new NonAsciiEscaper();
                String result = text(escaper.escape(ByteBuffer.wrap(all, 0, first)))
                        + text(escaper.escape(ByteBuffer.wrap(all, first, second - first)))
                        + text(escaper.escape(ByteBuffer.wrap(all, second, all.length - second)));
                assertThat(result).as("split at %d and %d", first, second).isEqualTo(ESCAPED);
            }
        }
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(ByteBuffer buffer) {
        return StandardCharsets.US_ASCII.decode(buffer).toString();
    }
}
