package dev.butlerlabs.image;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.StreamSupport;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/** Reads tar files with an OCI image layout. */
final class OciArchive {
    private static final ObjectMapper JSON = new ObjectMapper();

    private OciArchive() {}

    /**
     * Extracts the image layout. Existing files are replaced.
     *
     * @throws IOException if an entry lies outside of the directory
     */
    static void extract(Path archive, Path directory) throws IOException {
        try (InputStream bytes = new BufferedInputStream(Files.newInputStream(archive));
                TarArchiveInputStream entries = new TarArchiveInputStream(bytes)) {
            TarArchiveEntry entry = entries.getNextEntry();
            while (entry != null) {
                extract(entry, entries, directory);
                entry = entries.getNextEntry();
            }
        }
    }

    private static void extract(TarArchiveEntry entry, InputStream content, Path directory) throws IOException {
        Path target = entry.resolveIn(directory);
        if (entry.isFile()) {
            Files.createDirectories(target.getParent());
            Files.copy(content, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Returns the size of all compressed layers of the image in an extracted layout, in bytes. */
    static long layerBytes(Path layout) throws IOException {
        return StreamSupport.stream(manifest(layout).path("layers").spliterator(), false)
                .mapToLong(layer -> layer.path("size").asLong())
                .sum();
    }

    /** Returns the digest of the manifest in an extracted layout. */
    static String digest(Path layout) throws IOException {
        return JSON.readTree(layout.resolve("index.json").toFile())
                .at("/manifests/0/digest")
                .asText();
    }

    /** Returns the manifest in an extracted layout. */
    static JsonNode manifest(Path layout) throws IOException {
        return JSON.readTree(blob(layout, digest(layout)).toFile());
    }

    /** Returns the file of a blob in an extracted layout. */
    static Path blob(Path layout, String digest) {
        return layout.resolve("blobs").resolve(digest.replace(':', '/'));
    }
}
