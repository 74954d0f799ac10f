package dev.butlerlabs.core.engine;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/** The data directory of an engine: one of the user, which is kept, or a temporary one, which is deleted with the engine. */
record EngineDirectory(Path path, boolean isKept) implements AutoCloseable {
    static EngineDirectory open(Optional<Path> chosen) {
        return chosen.map(path -> new EngineDirectory(path.toAbsolutePath(), true))
                .orElseGet(EngineDirectory::temporary);
    }

    private static EngineDirectory temporary() {
        try {
            return new EngineDirectory(Files.createTempDirectory("butler-engine-"), false);
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT, "Cannot create a temporary directory: %s.".formatted(e.getMessage()), e);
        }
    }

    @Override
    public void close() {
        if (!isKept) {
            remove();
        }
    }

    void remove() {
        if (!Files.exists(path)) {
            return;
        }
        try {
            Files.walkFileTree(path, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
                    Files.deleteIfExists(folder);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "Cannot delete the directory %s.".formatted(path), e);
        }
    }
}
