package dev.butlerlabs.core.embedded.status;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The details of a Status.
 *
 * @param subject what it is about
 * @param uid the object's uid; may be empty
 * @param causes what led to it
 * @param retryAfterSeconds when to ask again; zero when nothing is said about it
 */
public record Details(Subject subject, String uid, List<Cause> causes, int retryAfterSeconds) {
    /** A Status that carries no details at all. */
    public static final Details ABSENT = new Details(Subject.NONE, "absent", List.of(), 0);

    public Details {
        causes = List.copyOf(causes);
    }

    public static Details of(Subject subject) {
        return new Details(subject, "", List.of(), 0);
    }

    boolean present() {
        return !equals(ABSENT);
    }

    public ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        putUnlessEmpty(json, "name", subject.name());
        putUnlessEmpty(json, "group", subject.group());
        putUnlessEmpty(json, "kind", subject.kind());
        putUnlessEmpty(json, "uid", uid);
        if (!causes.isEmpty()) {
            ArrayNode list = json.putArray("causes");
            causes.forEach(cause -> addCause(list, cause));
        }
        if (retryAfterSeconds > 0) {
            json.put("retryAfterSeconds", retryAfterSeconds);
        }
        return json;
    }

    private static void addCause(ArrayNode list, Cause cause) {
        ObjectNode json = list.addObject();
        putUnlessEmpty(json, "reason", cause.reason());
        putUnlessEmpty(json, "message", cause.message());
        putUnlessEmpty(json, "field", cause.field());
    }

    private static void putUnlessEmpty(ObjectNode json, String field, String value) {
        if (!value.isEmpty()) {
            json.put(field, value);
        }
    }
}
