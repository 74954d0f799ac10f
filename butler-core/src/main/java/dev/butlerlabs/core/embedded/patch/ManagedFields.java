package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.schema.FieldTypes;
import java.time.Instant;
import java.util.Optional;

/** The record of ownership in {@code metadata.managedFields}, kept by every write. */
public final class ManagedFields {
    private ManagedFields() {}

    /**
     * The updated object with its ownership recorded, for every write that is not an apply.
     *
     * @param live the stored object; empty when the request creates it
     * @param updated the object as it is to be stored, with the managedFields the client sent
     */
    public static ObjectNode update(
            Optional<ObjectNode> live,
            ObjectNode updated,
            String manager,
            String subresource,
            String apiVersion,
            FieldTypes types,
            Instant now) {
        ApplyOptions options = new ApplyOptions(manager, false, subresource, apiVersion);
        return update(live, updated, options, types, now);
    }

    /** As above, for a request that cannot change a part of the object. */
    public static ObjectNode update(
            Optional<ObjectNode> live, ObjectNode updated, ApplyOptions options, FieldTypes types, Instant now) {
        throw new UnsupportedOperationException();
    }

    /** Whether two objects differ in nothing but the times in managedFields and the resourceVersion. */
    public static boolean sameContent(ObjectNode one, ObjectNode other) {
        throw new UnsupportedOperationException();
    }
}
