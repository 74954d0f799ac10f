package dev.butlerlabs.core.embedded.verb;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.json.JsonCodec;
import dev.butlerlabs.core.embedded.json.KubernetesObject;

/** Reduces an object to its metadata. */
final class PartialObject {
    private PartialObject() {}

    static ObjectNode of(KubernetesObject object) {
        ObjectNode partial = JsonCodec.object();
        partial.put("kind", "PartialObjectMetadata").put("apiVersion", "meta.k8s.io/v1");
        partial.set("metadata", object.metadata());
        return partial;
    }
}
