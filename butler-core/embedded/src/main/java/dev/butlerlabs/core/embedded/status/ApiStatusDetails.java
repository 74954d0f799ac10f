package dev.butlerlabs.core.embedded.status;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The details of a Status.
 *
 * @param subject the object of the error
 * @param uid the uid of the object; may be empty
 * @param causes the causes of the error
 * @param retryAfterSeconds when to retry; zero if not specified
 */
public record ApiStatusDetails(
        ApiStatusSubject subject, String uid, List<ApiStatusCause> causes, int retryAfterSeconds) {
    /** A Status without details. */
    public static final ApiStatusDetails ABSENT = new ApiStatusDetails(ApiStatusSubject.NONE, "absent", List.of(), 0);

    public ApiStatusDetails {
        causes = List.copyOf(causes);
    }

    public static ApiStatusDetails of(ApiStatusSubject subject) {
        return new ApiStatusDetails(subject, "", List.of(), 0);
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

    private static void addCause(ArrayNode list, ApiStatusCause cause) {
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
