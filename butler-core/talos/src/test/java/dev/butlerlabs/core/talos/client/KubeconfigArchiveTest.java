package dev.butlerlabs.core.talos.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class KubeconfigArchiveTest {
    private static final NodeAddress NODE = NodeAddress.parse("10.0.0.5");

    @Test
    void readsATarThatWasNeverFinished() throws IOException {
        assertThat(KubeconfigArchive.read(NODE, compressed(tar("00000000005", "hello"))))
                .isEqualTo("hello");
    }

    @Test
    void readsAFinishedOneToo() throws IOException {
        byte[] tar = Arrays.copyOf(tar("00000000005", "hello"), 512 * 4);
        assertThat(KubeconfigArchive.read(NODE, compressed(tar))).isEqualTo("hello");
    }

    @Test
    void refusesWhatIsCutOffOrNoArchive() throws IOException {
        byte[] whole = compressed(tar("00000000005", "hello"));
        assertUnreadable(Arrays.copyOf(whole, 20));
        assertUnreadable(compressed(tar("00000000009", "hello")));
        assertUnreadable(compressed(tar("not a numbe", "hello")));
        assertUnreadable(compressed(tar("77777777777", "hello")));
        assertUnreadable("hello".getBytes(StandardCharsets.US_ASCII));
    }

    private static void assertUnreadable(byte[] archive) {
        assertThatThrownBy(() -> KubeconfigArchive.read(NODE, archive))
                .isInstanceOf(ButlerException.class)
                .hasMessageContaining("Cannot unpack the kubeconfig of 10.0.0.5");
    }

    private static byte[] tar(String size, String content) {
        byte[] header = new byte[512];
        System.arraycopy(size.getBytes(StandardCharsets.US_ASCII), 0, header, 124, size.length());
        ByteArrayOutputStream tar = new ByteArrayOutputStream();
        tar.writeBytes(header);
        tar.writeBytes(content.getBytes(StandardCharsets.US_ASCII));
        return tar.toByteArray();
    }

    private static byte[] compressed(byte[] tar) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(tar);
        }
        return bytes.toByteArray();
    }
}
