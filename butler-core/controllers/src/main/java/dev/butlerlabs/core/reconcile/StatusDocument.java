package dev.butlerlabs.core.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

/** The status of an object as it is compared and sent. */
final class StatusDocument {
    /** A field some kinds have for the time of the last write; on its own it is no reason to write. */
    private static final String LAST_UPDATED = "lastUpdated";

    private StatusDocument() {}

    static boolean differs(Object before, Object after, KubernetesSerialization serialization) {
        return !tree(before, serialization).equals(tree(after, serialization));
    }

    private static JsonNode tree(Object status, KubernetesSerialization serialization) {
        if (status == null) {
            return NullNode.getInstance();
        }
        JsonNode tree = serialization.convertValue(status, JsonNode.class);
        if (tree instanceof ObjectNode object) {
            object.remove(LAST_UPDATED);
        }
        return tree;
    }

    /** Identity, the version that was looked at, and the status: what a server-side apply of the status consists of. */
    static <R extends CustomResource<?, S>, S> R of(R resource, S status, KubernetesSerialization serialization) {
        R document = serialization.clone(resource);
        document.setMetadata(new ObjectMetaBuilder()
                .withNamespace(resource.getMetadata().getNamespace())
                .withName(resource.getMetadata().getName())
                .withUid(resource.getMetadata().getUid())
                .withResourceVersion(resource.getMetadata().getResourceVersion())
                .build());
        document.setSpec(null);
        document.setStatus(status);
        return document;
    }
}
