package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.cli.progress.RunReporter;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressEvent;
import dev.butlerlabs.core.progress.ProgressReporter;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.function.Function;

/** Sends progress to the terminal and to a file of JSON lines that other processes can follow. */
final class RunLogWriter implements Progress, AutoCloseable {
    private final ProgressDisplay display;
    private final BufferedWriter file;
    private final ProgressDisplay kept;
    private final Clock clock;
    private volatile Progress listener = Progress.unseen();

    RunLogWriter(ProgressDisplay display, Path file, Clock clock) {
        this.display = display;
        this.clock = clock;
        try {
            this.file = Files.newBufferedWriter(
                    file, StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT, "Cannot write file %s: %s.".formatted(file, e.getMessage()), e);
        }
        this.kept = ProgressDisplay.json(this::write, false);
    }

    /**
     * Runs work and records its start and its result.
     *
     * @param whenCancelled as in {@link RunReporter}
     * @return the result of the work
     */
    <T> T tell(String work, String whenCancelled, Function<ProgressReporter, T> run) {
        return RunReporter.report(this, clock, work, whenCancelled, run);
    }

    /** Sets a listener that gets each event after it was recorded. */
    void notify(Progress other) {
        listener = other;
    }

    private void write(String line) {
        try {
            file.write(line);
            file.newLine();
            file.flush();
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT, "Cannot write the log of this run: %s.".formatted(e.getMessage()), e);
        }
    }

    @Override
    public void report(ProgressEvent event) {
        synchronized (this) {
            kept.report(event);
            display.report(event);
        }
        listener.report(event);
    }

    @Override
    public void close() {
        display.close();
        kept.close();
        try {
            file.close();
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT, "Cannot write the log of this run: %s.".formatted(e.getMessage()), e);
        }
    }
}
