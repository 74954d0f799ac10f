package dev.butlerlabs.core.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

/** Compares and renders the status of an object. */
final class StatusDocument {
    /** The time of the last write in some resources; a change of it alone is not written. */
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

    /** Returns an object for server-side apply of the status: identity, resourceVersion and status. */
    static <R extends CustomResource<?, S>, S> R of(R resource, S status) {
        R document = CustomResourceCopier.withMetadata(
                resource,
                new ObjectMetaBuilder()
                        .withNamespace(resource.getMetadata().getNamespace())
                        .withName(resource.getMetadata().getName())
                        .withUid(resource.getMetadata().getUid())
                        .withResourceVersion(resource.getMetadata().getResourceVersion())
                        .build());
        document.setStatus(status);
        return document;
    }
}
