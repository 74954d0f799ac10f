package dev.butlerlabs.packages;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;

/**
 * A file of a package.
 *
 * @param source the local file
 * @param target the absolute path on the machine of the user
 * @param isExecutable whether all users may execute it
 */
record PackageFile(Path source, String target, boolean isExecutable) {
    private static final int PLAIN = 0644;
    private static final int PROGRAM = 0755;
    private static final String COMPRESSED = ".gz";

    PackageFile {
        Objects.requireNonNull(source, "source");
        if (!target.startsWith("/") || target.contains("/../")) {
            throw new IllegalArgumentException("not an absolute path: " + target);
        }
    }

    int mode() {
        return isExecutable ? PROGRAM : PLAIN;
    }

    /** Returns the content in the package: files with a target that ends with {@code .gz} are compressed. */
    byte[] content() throws IOException {
        byte[] bytes = Files.readAllBytes(source);
        if (!target.endsWith(COMPRESSED) || source.toString().endsWith(COMPRESSED)) {
            return bytes;
        }
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(bytes);
        }
        return compressed.toByteArray();
    }
}
