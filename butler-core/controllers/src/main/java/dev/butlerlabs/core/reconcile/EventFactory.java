package dev.butlerlabs.core.reconcile;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;

/** Renders events, with a name derived from their content. */
final class EventFactory {
    private static final int LONGEST_MESSAGE = 1024;
    private static final int LONGEST_NAME = 200;

    private EventFactory() {}

    static Event event(
            HasMetadata about, EventType type, String reason, String message, String component, Instant now) {
        ObjectMeta metadata = about.getMetadata();
        String text = message.length() <= LONGEST_MESSAGE ? message : message.substring(0, LONGEST_MESSAGE - 1) + "…";
        return new EventBuilder()
                .withNewMetadata()
                .withName(name(about, type, reason, text, component))
                // Events about cluster-scoped objects are in the default namespace, where kubectl reads them.
                .withNamespace(Optional.ofNullable(metadata.getNamespace()).orElse("default"))
                .endMetadata()
                .withNewInvolvedObject()
                .withApiVersion(about.getApiVersion())
                .withKind(about.getKind())
                .withNamespace(metadata.getNamespace())
                .withName(metadata.getName())
                .withUid(metadata.getUid())
                .withResourceVersion(metadata.getResourceVersion())
                .endInvolvedObject()
                .withType(type.word())
                .withReason(reason)
                .withMessage(text)
                .withNewSource()
                .withComponent(component)
                .endSource()
                .withReportingComponent(component)
                .withReportingInstance(component)
                .withFirstTimestamp(ConditionEditor.timestamp(now))
                .withLastTimestamp(ConditionEditor.timestamp(now))
                .withCount(1)
                .build();
    }

    /** Returns the earlier event with its count increased. */
    static Event repeated(Event before, Event again) {
        return new EventBuilder(before)
                .withCount(Optional.ofNullable(before.getCount()).orElse(1) + 1)
                .withLastTimestamp(again.getLastTimestamp())
                .build();
    }

    private static String name(HasMetadata about, EventType type, String reason, String text, String component) {
        String object = about.getMetadata().getName();
        String start = object.length() <= LONGEST_NAME ? object : object.substring(0, LONGEST_NAME);
        String said = String.join(
                "\n",
                about.getApiVersion(),
                about.getKind(),
                String.valueOf(about.getMetadata().getUid()),
                type.word(),
                reason,
                text,
                component);
        return start + "." + digest(said);
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime provides SHA-256", e);
        }
    }
}
