package dev.butlerlabs.core.embedded.json;

import com.fasterxml.jackson.databind.JsonNode;

/** An entry of {@code metadata.ownerReferences}. */
public record OwnerReference(
        String apiVersion, String kind, String name, String uid, boolean controller, boolean blocksOwnerDeletion) {

    static OwnerReference of(JsonNode node) {
        return new OwnerReference(
                node.path("apiVersion").asText(""),
                node.path("kind").asText(""),
                node.path("name").asText(""),
                node.path("uid").asText(""),
                node.path("controller").asBoolean(false),
                node.path("blockOwnerDeletion").asBoolean(false));
    }
}
