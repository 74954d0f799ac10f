package dev.butlerlabs.adm.console;

import dev.butlerlabs.core.kube.AtomicFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/** A page in a private file that redirects a browser to a link. The file is deleted when this is closed. */
record LinkPage(Path file) implements AutoCloseable {
    /**
     * Writes the file with mode 0600.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if it cannot be written
     */
    static LinkPage write(Path directory, URI link) {
        Path file = directory.resolve(
                "open-%d.html".formatted(ProcessHandle.current().pid()));
        AtomicFile.write(file, """
                <!doctype html>
                <meta charset="utf-8">
                <meta name="referrer" content="no-referrer">
                <meta http-equiv="refresh" content="0; url=%s">
                <title>Butler console</title>
                <a href="%s">Open the Butler console</a>
                """.formatted(link, link));
        return new LinkPage(file);
    }

    /** Deletes the file. The link in it is no longer valid after two minutes, so a file that is left over is harmless. */
    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException leftOver) {
            return;
        }
    }
}
