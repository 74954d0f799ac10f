package dev.butlerlabs.core.cli.progress;

import dev.butlerlabs.core.cli.output.JsonTextWriter;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressEvent;
import dev.butlerlabs.core.progress.ProgressEvent.Failed;
import dev.butlerlabs.core.progress.ProgressEvent.Message;
import dev.butlerlabs.core.progress.ProgressEventDocument;
import java.util.function.Consumer;

/** Prints one JSON object per event. */
final class JsonProgress implements Progress {
    private final Consumer<String> lines;
    private final boolean quiet;

    JsonProgress(Consumer<String> lines, boolean quiet) {
        this.lines = lines;
        this.quiet = quiet;
    }

    @Override
    public void report(ProgressEvent event) {
        boolean matters = event instanceof Failed
                || (event instanceof Message message && message.level() == ProgressEvent.Level.WARNING);
        if (matters || !quiet) {
            lines.accept(JsonTextWriter.line(ProgressEventDocument.of(event)));
        }
    }
}
