package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;

/**
 * One request to a gadget.
 *
 * @param body for an apply or update, the content of the gadget; else the patch
 */
record Step(Verb verb, String manager, boolean force, String subresource, JsonNode body) {
    enum Verb {
        APPLY("application/apply-patch+yaml"),
        UPDATE("application/json"),
        MERGE("application/merge-patch+json"),
        JSON("application/json-patch+json");

        private final String mediaType;

        Verb(String mediaType) {
            this.mediaType = mediaType;
        }

        String mediaType() {
            return mediaType;
        }
    }

    /** Reads a step as golden folders write it: {@code {apply: …, by: …, force: …, through: …}}. */
    static Step read(JsonNode yaml) {
        for (Verb verb : Verb.values()) {
            JsonNode body = yaml.path(verb.name().toLowerCase(Locale.ROOT));
            if (!body.isMissingNode()) {
                return new Step(
                        verb,
                        yaml.path("by").asText(),
                        yaml.path("force").asBoolean(),
                        yaml.path("through").asText(),
                        body);
            }
        }
        throw new IllegalArgumentException("not a step: " + yaml);
    }

    /** The object an update sends: the live one with its content replaced. */
    ObjectNode replacing(ObjectNode live) {
        ObjectNode object = live.deepCopy();
        object.remove("spec");
        object.remove("status");
        ObjectNode metadata = (ObjectNode) object.get("metadata");
        metadata.remove(List.of("labels", "annotations", "finalizers", "ownerReferences"));
        body.properties().forEach(part -> {
            if (part.getKey().equals("metadata")) {
                metadata.setAll((ObjectNode) part.getValue());
            } else {
                object.set(part.getKey(), part.getValue());
            }
        });
        return object.deepCopy();
    }
}
