package dev.butlerlabs.core.embedded.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.schema.FieldError;
import java.util.List;
import java.util.Map;

/** Strategy of Events: an Event is in the namespace of its object, and is served by two groups with different field names. */
final class EventStrategy implements ResourceStrategy {
    /** Field names of the core group, mapped to those of the events group. */
    private static final Map<String, String> NEWER = Map.of(
            "involvedObject", "regarding",
            "message", "note",
            "reportingComponent", "reportingController",
            "source", "deprecatedSource",
            "firstTimestamp", "deprecatedFirstTimestamp",
            "lastTimestamp", "deprecatedLastTimestamp",
            "count", "deprecatedCount");

    private final String objectField;

    private EventStrategy(String objectField) {
        this.objectField = objectField;
    }

    static ResourceStrategy core() {
        return new EventStrategy("involvedObject");
    }

    static ResourceStrategy events() {
        return new EventStrategy("regarding");
    }

    @Override
    public void fromStorage(ObjectNode object) {
        NEWER.forEach((older, newer) -> rename(object, older, newer));
    }

    @Override
    public void toStorage(ObjectNode object) {
        NEWER.forEach((older, newer) -> rename(object, newer, older));
    }

    private static void rename(ObjectNode object, String from, String to) {
        JsonNode value = object.remove(from);
        if (value != null) {
            object.set(to, value);
        }
    }

    /** Validates the namespace; Events about cluster-scoped objects are in the default namespace. */
    @Override
    public List<FieldError> validate(KubernetesObject object) {
        String about = object.at(objectField + ".namespace").asText("");
        boolean clusterWide = about.isEmpty() && object.namespace().equals("default");
        return about.equals(object.namespace()) || clusterWide || about.isEmpty()
                ? List.of()
                : List.of(FieldError.invalid(objectField + ".namespace", about, "does not match event.namespace"));
    }
}
