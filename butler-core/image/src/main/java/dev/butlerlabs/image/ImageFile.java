package dev.butlerlabs.image;

import java.nio.file.Path;
import java.util.Objects;

/**
 * A file or directory of an image.
 *
 * @param source the local file, or an existing directory for an empty directory
 * @param target the absolute path in the image
 * @param mode the permissions as three octal digits
 */
record ImageFile(Path source, String target, String mode) {
    private static final String READABLE = "444";
    private static final String EXECUTABLE = "555";

    ImageFile {
        Objects.requireNonNull(source, "source");
        if (!target.startsWith("/") || target.contains("/../")) {
            throw new IllegalArgumentException("not an absolute path: " + target);
        }
    }

    static ImageFile readable(Path source, String target) {
        return new ImageFile(source, target, READABLE);
    }

    static ImageFile executable(Path source, String target) {
        return new ImageFile(source, target, EXECUTABLE);
    }
}
