package dev.butlerlabs.core.api;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Writes {@code manifests/crds} anew. Not part of a test run: {@code scripts/crds} calls it by name. */
class WriteCrds {
    @Test
    void writesTheFolder() throws IOException {
        Map<String, String> files = CrdFiles.generate();
        Files.createDirectories(CrdFiles.FOLDER);
        removeAllBut(files);
        for (Map.Entry<String, String> file : files.entrySet()) {
            Files.writeString(CrdFiles.FOLDER.resolve(file.getKey()), file.getValue());
        }
    }

    private static void removeAllBut(Map<String, String> files) throws IOException {
        try (Stream<Path> present = Files.list(CrdFiles.FOLDER)) {
            for (Path file : present.toList()) {
                if (!files.containsKey(file.getFileName().toString())) {
                    Files.delete(file);
                }
            }
        }
    }
}
