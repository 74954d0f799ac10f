package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressEvent;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Tells progress to the person at the terminal and, as JSON lines, to a file that others can follow. */
final class Story implements Progress, AutoCloseable {
    private final ProgressDisplay display;
    private final BufferedWriter file;
    private final ProgressDisplay kept;

    Story(ProgressDisplay display, Path file) {
        this.display = display;
        try {
            this.file = Files.newBufferedWriter(
                    file, StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT, "The file %s cannot be written: %s.".formatted(file, e.getMessage()), e);
        }
        this.kept = ProgressDisplay.json(this::write, false);
    }

    private void write(String line) {
        try {
            file.write(line);
            file.newLine();
            file.flush();
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT, "The story of this run cannot be written: %s.".formatted(e.getMessage()), e);
        }
    }

    @Override
    public synchronized void report(ProgressEvent event) {
        kept.report(event);
        display.report(event);
    }

    @Override
    public void close() {
        display.close();
        kept.close();
        try {
            file.close();
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT, "The story of this run cannot be written: %s.".formatted(e.getMessage()), e);
        }
    }
}
