package dev.butlerlabs.core.progress;

import dev.butlerlabs.core.progress.ProgressEvent.AddonChanged;
import dev.butlerlabs.core.progress.ProgressEvent.Done;
import dev.butlerlabs.core.progress.ProgressEvent.Failed;
import dev.butlerlabs.core.progress.ProgressEvent.FaultHandled;
import dev.butlerlabs.core.progress.ProgressEvent.FaultInjected;
import dev.butlerlabs.core.progress.ProgressEvent.MachineChanged;
import dev.butlerlabs.core.progress.ProgressEvent.Message;
import dev.butlerlabs.core.progress.ProgressEvent.RunEnded;
import dev.butlerlabs.core.progress.ProgressEvent.RunStarted;
import dev.butlerlabs.core.progress.ProgressEvent.Started;
import dev.butlerlabs.core.progress.ProgressEvent.Waiting;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Converts an event to a tree, for programs and for the log file of a run. {@link ProgressEventReader} parses it. */
public final class ProgressEventDocument {
    private ProgressEventDocument() {}

    public static Map<String, Object> of(ProgressEvent event) {
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
            case MachineChanged machine -> {
                document.put("event", "machine");
                document.put("name", machine.machine());
                document.put("address", machine.address());
                document.put("state", machine.state().word());
                document.put("detail", machine.detail());
            }
            case AddonChanged addon -> {
                document.put("event", "addon");
                document.put("name", addon.addon());
                document.put("state", addon.state().word());
            }
            case FaultInjected injected -> {
                document.put("event", "fault-injected");
                document.put("fault", injected.fault());
                document.put("target", injected.target());
                document.put("text", injected.text());
            }
            case FaultHandled handled -> {
                document.put("event", "fault-handled");
                document.put("fault", handled.fault());
                document.put("outcome", handled.outcome());
            }
            case RunStarted run -> {
                document.put("event", "run-started");
                document.put("work", run.work());
            }
            case RunEnded run -> {
                document.put("event", "run-ended");
                document.put("well", run.well());
                document.put("detail", run.detail());
            }
        }
        return document;
    }

    private static void step(Map<String, Object> document, String event, String step) {
        document.put("event", event);
        document.put("step", step);
    }
}
