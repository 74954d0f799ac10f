package dev.butlerlabs.sim.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;

/** A resource as it was requested, with its state. Guarded by the lock of its cloud. */
final class ArmResource {
    final String id;
    final String type;
    final String name;
    ObjectNode body;
    String state = "Succeeded";
    private int version = 1;

    /** @param id in the spelling of the first request */
    ArmResource(String id, String type, ObjectNode body) {
        this.id = id;
        this.type = type;
        this.name = id.substring(id.lastIndexOf('/') + 1);
        this.body = body;
    }

    void changed() {
        version++;
    }

    String etag() {
        return "W/\"%08d-0000-0000-0000-000000000000\"".formatted(version);
    }

    boolean isLeaving() {
        return state.equals("Deleting");
    }

    Map<String, String> tags() {
        Map<String, String> tags = new TreeMap<>();
        body.path("tags")
                .properties()
                .forEach(tag -> tags.put(tag.getKey(), tag.getValue().asText("")));
        return tags;
    }

    /** Returns the common fields of a response. */
    ObjectNode document() {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("id", id).put("name", name).put("type", type);
        body.properties()
                .forEach(field -> document.set(field.getKey(), field.getValue().deepCopy()));
        document.withObject("/properties").put("provisioningState", state);
        return document;
    }

    JsonNode at(String pointer) {
        return body.at(pointer);
    }
}
