package dev.butlerlabs.core.server.stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.kube.ObjectSerialization;
import dev.butlerlabs.core.server.json.RecordJsonReader;
import dev.butlerlabs.core.server.json.RecordJsonWriter;
import io.fabric8.kubernetes.api.model.HasMetadata;

/** What pages show of an object, without the version of the object, which every update changes. Pure functions. */
final class RowContent {
    private RowContent() {}

    /** Returns a text that differs if the row, or anything in the object beside its metadata, differs. */
    static String of(Object row, HasMetadata object) {
        ObjectNode content = ObjectSerialization.plain().convertValue(object, ObjectNode.class);
        return withoutVersion(row) + "\n" + content.without("metadata");
    }

    private static Object withoutVersion(Object row) {
        return RecordJsonReader.tree(RecordJsonWriter.write(row))
                .map(tree -> tree instanceof ObjectNode fields ? fields.without("resourceVersion") : tree)
                .orElseThrow();
    }
}
