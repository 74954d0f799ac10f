package dev.butlerlabs.core.testing;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the checkout is. */
public final class ProjectRoot {
    private ProjectRoot() {}

    public static Path find() {
        String given = System.getProperty("butler.root");
        if (given != null) {
            return Path.of(given);
        }
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve(".mvn"))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
