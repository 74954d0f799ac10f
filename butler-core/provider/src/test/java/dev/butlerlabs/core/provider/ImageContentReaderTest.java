package dev.butlerlabs.core.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class ImageContentReaderTest {
    private static final byte[] TEXT = "Talos".repeat(1000).getBytes(StandardCharsets.UTF_8);

    private static ImageSource.Upload upload(byte[] content) {
        return new ImageSource.Upload(content.length, () -> new ByteArrayInputStream(content));
    }

    private static byte[] packed() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(TEXT);
        }
        return packed.toByteArray();
    }

    @Test
    void readsPiecesOfTheRequestedSize() {
        byte[] buffer = new byte[3000];
        try (ImageContentReader reader = ImageContentReader.open(upload(TEXT))) {
            assertThat(reader.read(buffer, 0, 3000)).isEqualTo(3000);
            assertThat(reader.read(buffer, 0, 3000)).isEqualTo(2000);
            assertThat(reader.read(buffer, 0, 3000)).isZero();
        }
    }

    @Test
    void decompressesAndReadsTheSourceToItsEnd() throws IOException {
        byte[] padded = Arrays.copyOf(packed(), packed().length + 100);
        ByteArrayInputStream source = new ByteArrayInputStream(padded);
        byte[] buffer = new byte[TEXT.length + 1];
        try (ImageContentReader reader =
                ImageContentReader.openGzip(new ImageSource.Upload(padded.length, () -> source))) {
            assertThat(reader.read(buffer, 0, TEXT.length)).isEqualTo(TEXT.length);
            assertThat(Arrays.copyOf(buffer, TEXT.length)).isEqualTo(TEXT);
            reader.drain();
            assertThat(source.available()).isZero();
        }
    }

    @Test
    void reportsDamagedAndTruncatedContent() throws IOException {
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> ImageContentReader.openGzip(upload(TEXT)))
                .withMessageContaining("not valid gzip data");
        byte[] packed = packed();
        byte[] half = Arrays.copyOf(packed, packed.length / 2);
        try (ImageContentReader reader = ImageContentReader.openGzip(upload(half))) {
            assertThatExceptionOfType(ButlerException.class)
                    .isThrownBy(() -> reader.read(new byte[TEXT.length], 0, TEXT.length))
                    .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.UNREACHABLE));
        }
    }

    @Test
    void keepsTheFailureOfTheSource() {
        ButlerException cause = new ButlerException(ErrorCode.NOT_FOUND, "No such image.");
        ImageSource.Upload failing = new ImageSource.Upload(1, () -> {
            throw new IOException("wrapped", cause);
        });
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> ImageContentReader.open(failing))
                .isSameAs(cause);
    }
}
