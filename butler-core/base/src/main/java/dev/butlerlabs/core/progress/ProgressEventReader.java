package dev.butlerlabs.core.progress;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.progress.ProgressEvent.AddonChanged;
import dev.butlerlabs.core.progress.ProgressEvent.Done;
import dev.butlerlabs.core.progress.ProgressEvent.Failed;
import dev.butlerlabs.core.progress.ProgressEvent.FaultHandled;
import dev.butlerlabs.core.progress.ProgressEvent.FaultInjected;
import dev.butlerlabs.core.progress.ProgressEvent.Level;
import dev.butlerlabs.core.progress.ProgressEvent.MachineChanged;
import dev.butlerlabs.core.progress.ProgressEvent.Message;
import dev.butlerlabs.core.progress.ProgressEvent.RunEnded;
import dev.butlerlabs.core.progress.ProgressEvent.RunStarted;
import dev.butlerlabs.core.progress.ProgressEvent.Started;
import dev.butlerlabs.core.progress.ProgressEvent.Waiting;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * Parses events from JSON lines. Lines that are not events, such as a partial line of a killed process, are skipped.
 *
 * <p>Thread-safe.
 */
public final class ProgressEventReader {
    private final ObjectMapper json = new ObjectMapper();

    public Optional<ProgressEvent> read(String line) {
        try {
            return event(json.readTree(line));
        } catch (JsonProcessingException | DateTimeException | IllegalArgumentException noEvent) {
            return Optional.empty();
        }
    }

    private static Optional<ProgressEvent> event(JsonNode node) {
        Instant at = time(node, "time");
        String step = text(node, "step");
        return Optional.ofNullable(
                switch (text(node, "event")) {
                    case "started" -> new Started(at, step, text(node, "title"));
                    case "waiting" -> new Waiting(at, step, text(node, "reason"), time(node, "since"));
                    case "done" -> new Done(at, step, text(node, "detail"), time(node, "since"));
                    case "failed" -> new Failed(at, step, text(node, "reason"), time(node, "since"));
                    case "message" ->
                        new Message(
                                at, Level.valueOf(text(node, "level").toUpperCase(Locale.ROOT)), text(node, "text"));
                    case "machine" ->
                        new MachineChanged(
                                at, text(node, "name"), text(node, "address"), state(node), text(node, "detail"));
                    case "addon" -> new AddonChanged(at, text(node, "name"), state(node));
                    case "fault-injected" ->
                        new FaultInjected(at, text(node, "fault"), text(node, "target"), text(node, "text"));
                    case "fault-handled" -> new FaultHandled(at, text(node, "fault"), text(node, "outcome"));
                    case "run-started" -> new RunStarted(at, text(node, "work"));
                    case "run-ended" -> new RunEnded(at, node.path("well").asBoolean(), text(node, "detail"));
                    default -> null;
                });
    }

    /** A state that this version does not know is shown as unknown. */
    private static ResourceState state(JsonNode node) {
        return ResourceState.find(text(node, "state")).orElse(ResourceState.UNKNOWN);
    }

    private static String text(JsonNode node, String key) {
        return node.path(key).asText();
    }

    private static Instant time(JsonNode node, String key) {
        return Instant.parse(text(node, key));
    }
}
