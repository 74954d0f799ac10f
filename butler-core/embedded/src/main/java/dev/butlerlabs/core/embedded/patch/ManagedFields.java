package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.schema.FieldTypes;
import dev.butlerlabs.core.jsonpatch.JsonValueComparator;
import java.time.Instant;
import java.util.Optional;

/** Maintains {@code metadata.managedFields}. Stateless; inputs are not changed. */
public final class ManagedFields {
    private ManagedFields() {}

    /**
     * Returns the updated object with its managedFields, for every write other than apply.
     *
     * @param live the stored object; empty if the request creates it
     * @param updated the object to store, with the managedFields sent by the client
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

    /** Like the overload above, for a request that cannot change a part of the object; {@code force} is ignored. */
    public static ObjectNode update(
            Optional<ObjectNode> live, ObjectNode updated, ApplyOptions options, FieldTypes types, Instant now) {
        ObjectNode before = ManagedFieldsCodec.hiddenIn(live.orElseGet(() -> ServerSideApplyPatch.nothingOf(updated)));
        ObjectNode after = ManagedFieldsCodec.hiddenIn(updated);
        FieldOwnerships recorded = recorded(live, updated, options);
        boolean untracked = recorded.isEmpty() && before.path("metadata").hasNonNull("uid");
        boolean undecidable = SchemaAwareCheck.faultOfStored(before, types).isPresent()
                || SchemaAwareCheck.faultOfStored(after, types).isPresent();
        if (untracked || undecidable) {
            return after.deepCopy();
        }
        FieldManager owner = FieldManager.updating(options.manager(), options.apiVersion(), options.subresource());
        FieldOwnerships ownerships =
                new OwnershipTracker(types, options.reset()).afterUpdate(before, after, recorded, owner, now);
        return ManagedFieldsCodec.written(after, ownerships);
    }

    /**
     * Returns the managedFields to start from. A client may replace them or reset them; a client that omits them, sends invalid ones or
     * writes through a subresource does not change them.
     */
    private static FieldOwnerships recorded(Optional<ObjectNode> live, ObjectNode updated, ApplyOptions options) {
        FieldOwnerships stored = live.flatMap(ManagedFieldsCodec::read).orElse(FieldOwnerships.NONE);
        if (!options.subresource().isEmpty()) {
            return stored;
        }
        if (ManagedFieldsCodec.asksForReset(updated)) {
            return FieldOwnerships.NONE;
        }
        return ManagedFieldsCodec.read(updated).filter(sent -> !sent.isEmpty()).orElse(stored);
    }

    /** Whether two objects are equal except for the times in managedFields and the resourceVersion. */
    public static boolean sameContent(ObjectNode one, ObjectNode other) {
        return JsonValueComparator.equal(withoutTimes(one), withoutTimes(other));
    }

    private static ObjectNode withoutTimes(ObjectNode object) {
        ObjectNode copy = object.deepCopy();
        ManagedFieldsCodec.of(copy).forEach(entry -> ((ObjectNode) entry).remove("time"));
        if (copy.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove("resourceVersion");
        }
        return copy;
    }
}
