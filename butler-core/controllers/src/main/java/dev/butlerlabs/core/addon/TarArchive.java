package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.image.archive.TarWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/** Creates a tar archive of text files, without timestamps and owners. Not thread-safe. */
final class TarArchive {
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();
    private final TarWriter writer = new TarWriter(content);

    void add(String path, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try {
            writer.add(path, bytes.length, new ByteArrayInputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the archive compressed with gzip. No file can be added afterwards. */
    byte[] compressed() {
        ByteArrayOutputStream result = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(result)) {
            writer.finish();
            content.writeTo(gzip);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return result.toByteArray();
    }
}
