package dev.butlerlabs.core.docker;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Creates a tar archive that the engine unpacks at the root. Parent directories are created. */
final class ArchiveWriter {
    private static final int OWNER_ONLY = 0100600;
    private static final int EVERYBODY = 0100644;

    private ArchiveWriter() {}

    static byte[] of(List<ArchiveFile> files) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            for (ArchiveFile file : files) {
                add(tar, file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void add(TarArchiveOutputStream tar, ArchiveFile file) throws IOException {
        byte[] content = file.text().getBytes(StandardCharsets.UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry(file.path().substring(1));
        entry.setMode(file.isPublic() ? EVERYBODY : OWNER_ONLY);
        entry.setIds(0, 0);
        entry.setSize(content.length);
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
    }
}
