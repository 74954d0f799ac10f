package dev.butlerlabs.core.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.audit.AuditRecord.Author;
import dev.butlerlabs.core.audit.AuditRecord.Subject;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.ObjectReference;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Converts audit records to events and back. Pure functions. */
final class AuditEvents {
    static final String COMPONENT = "butler-audit";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LONGEST_MESSAGE = 1024;
    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_USER = 256;

    private AuditEvents() {}

    /**
     * Renders a record.
     *
     * @param key identifies the change together with the record; the same change has the same event name
     */
    static Event event(AuditRecord record, String key) {
        Subject subject = record.subject();
        String user = printable(record.author().toString());
        String time = record.time().truncatedTo(ChronoUnit.SECONDS).toString();
        return new EventBuilder()
                .withNewMetadata()
                .withName(name(record, user, key))
                // Events about cluster-scoped objects are in the default namespace, where kubectl reads them.
                .withNamespace(subject.namespace().orElse("default"))
                .withLabels(Map.of(Labels.AUDIT, "true"))
                .withAnnotations(
                        Map.of(Annotations.AUDIT_USER, user, Annotations.AUDIT_CHANGES, list(record.changes())))
                .endMetadata()
                .withNewInvolvedObject()
                .withApiVersion(subject.apiVersion())
                .withKind(subject.kind())
                .withNamespace(subject.namespace().orElse(null))
                .withName(subject.name())
                .withUid(subject.uid().isEmpty() ? null : subject.uid())
                .endInvolvedObject()
                .withType("Normal")
                .withReason(record.verb().reason())
                .withMessage(message(record, user))
                .withNewSource()
                .withComponent(COMPONENT)
                .endSource()
                .withReportingComponent(COMPONENT)
                .withReportingInstance(COMPONENT)
                .withFirstTimestamp(time)
                .withLastTimestamp(time)
                .withCount(1)
                .build();
    }

    /** User names come from identity providers; control characters could disturb terminals and logs. */
    private static String printable(String user) {
        String text = user.replaceAll("\\p{Cntrl}", "?");
        return text.length() <= LONGEST_USER ? text : text.substring(0, LONGEST_USER - 1) + "…";
    }

    private static String message(AuditRecord record, String user) {
        String action = record.verb().reason().replace("Access", "Access ").toLowerCase(java.util.Locale.ROOT);
        String text = "%s by %s%s"
                .formatted(
                        Character.toUpperCase(action.charAt(0)) + action.substring(1),
                        user,
                        record.changes().isEmpty() ? "." : ": " + String.join(", ", record.changes()) + ".");
        return text.length() <= LONGEST_MESSAGE ? text : text.substring(0, LONGEST_MESSAGE - 1) + "…";
    }

    private static String name(AuditRecord record, String user, String key) {
        String object = record.subject().name();
        String start = object.length() <= LONGEST_NAME ? object : object.substring(0, LONGEST_NAME);
        String content = String.join(
                "\n",
                record.subject().kind(),
                record.subject().uid(),
                record.verb().reason(),
                user,
                list(record.changes()),
                key);
        return start + "." + digest(content);
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime provides SHA-256", e);
        }
    }

    private static String list(List<String> texts) {
        ArrayNode list = JSON.createArrayNode();
        texts.forEach(list::add);
        return list.toString();
    }

    /** Reads a record; empty if the event is not one. */
    static Optional<AuditRecord> record(Event event) {
        Map<String, String> annotations =
                Optional.ofNullable(event.getMetadata().getAnnotations()).orElse(Map.of());
        Optional<AuditVerb> verb = AuditVerb.ofReason(Objects.requireNonNullElse(event.getReason(), ""));
        String user = annotations.get(Annotations.AUDIT_USER);
        String time = event.getLastTimestamp();
        if (verb.isEmpty() || user == null || time == null) {
            return Optional.empty();
        }
        return Optional.of(new AuditRecord(
                Instant.parse(time),
                new Author.User(user),
                verb.get(),
                subject(event.getInvolvedObject()),
                texts(annotations.getOrDefault(Annotations.AUDIT_CHANGES, "[]"))));
    }

    private static Subject subject(ObjectReference object) {
        return new Subject(
                Objects.requireNonNullElse(object.getApiVersion(), ""),
                Objects.requireNonNullElse(object.getKind(), ""),
                Optional.ofNullable(object.getNamespace()),
                Objects.requireNonNullElse(object.getName(), ""),
                Objects.requireNonNullElse(object.getUid(), ""));
    }

    private static List<String> texts(String list) {
        try {
            List<String> texts = new ArrayList<>();
            for (JsonNode text : JSON.readTree(list)) {
                texts.add(text.asText());
            }
            return texts;
        } catch (JsonProcessingException e) {
            return List.of();
        }
    }
}
