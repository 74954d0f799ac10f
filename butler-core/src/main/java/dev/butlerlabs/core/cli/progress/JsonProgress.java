package dev.butlerlabs.core.cli.progress;

import dev.butlerlabs.core.cli.output.Json;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressEvent;
import dev.butlerlabs.core.progress.ProgressEvent.Done;
import dev.butlerlabs.core.progress.ProgressEvent.Failed;
import dev.butlerlabs.core.progress.ProgressEvent.Message;
import dev.butlerlabs.core.progress.ProgressEvent.Started;
import dev.butlerlabs.core.progress.ProgressEvent.Waiting;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** One JSON object per event, for programs that watch. */
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
            lines.accept(Json.line(document(event)));
        }
    }

    private static Map<String, Object> document(ProgressEvent event) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("time", event.at().toString());
        switch (event) {
            case Started started -> {
                step(document, "started", started.step());
                document.put("title", started.title());
            }
            case Waiting waiting -> {
                step(document, "waiting", waiting.step());
                document.put("reason", waiting.reason());
                document.put("since", waiting.since().toString());
            }
            case Done done -> {
                step(document, "done", done.step());
                document.put("detail", done.detail());
                document.put("since", done.since().toString());
            }
            case Failed failed -> {
                step(document, "failed", failed.step());
                document.put("reason", failed.reason());
                document.put("since", failed.since().toString());
            }
            case Message message -> {
                document.put("event", "message");
                document.put("level", message.level().name().toLowerCase(Locale.ROOT));
                document.put("text", message.text());
            }
        }
        return document;
    }

    private static void step(Map<String, Object> document, String event, String step) {
        document.put("event", event);
        document.put("step", step);
    }
}
