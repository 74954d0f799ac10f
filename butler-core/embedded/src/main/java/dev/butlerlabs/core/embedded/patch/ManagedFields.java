package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.schema.FieldTypes;
import dev.butlerlabs.core.jsonpatch.JsonValues;
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
        ObjectNode before = OwnershipEntries.hiddenIn(live.orElseGet(() -> ServerSideApply.nothingOf(updated)));
        ObjectNode after = OwnershipEntries.hiddenIn(updated);
        Ownerships recorded = recorded(live, updated, options);
        boolean untracked = recorded.isEmpty() && before.path("metadata").hasNonNull("uid");
        boolean undecidable = TypedCheck.faultOfStored(before, types).isPresent()
                || TypedCheck.faultOfStored(after, types).isPresent();
        if (untracked || undecidable) {
            return after.deepCopy();
        }
        Owner owner = Owner.updating(options.manager(), options.apiVersion(), options.subresource());
        Ownerships ownerships =
                new OwnershipTracker(types, options.reset()).afterUpdate(before, after, recorded, owner, now);
        return OwnershipEntries.written(after, ownerships);
    }

    /**
     * Returns the managedFields to start from. A client may replace them or reset them; a client that omits them, sends invalid ones or
     * writes through a subresource does not change them.
     */
    private static Ownerships recorded(Optional<ObjectNode> live, ObjectNode updated, ApplyOptions options) {
        Ownerships stored = live.flatMap(OwnershipEntries::read).orElse(Ownerships.NONE);
        if (!options.subresource().isEmpty()) {
            return stored;
        }
        if (OwnershipEntries.asksForReset(updated)) {
            return Ownerships.NONE;
        }
        return OwnershipEntries.read(updated).filter(sent -> !sent.isEmpty()).orElse(stored);
    }

    /** Whether two objects are equal except for the times in managedFields and the resourceVersion. */
    public static boolean sameContent(ObjectNode one, ObjectNode other) {
        return JsonValues.equal(withoutTimes(one), withoutTimes(other));
    }

    private static ObjectNode withoutTimes(ObjectNode object) {
        ObjectNode copy = object.deepCopy();
        OwnershipEntries.of(copy).forEach(entry -> ((ObjectNode) entry).remove("time"));
        if (copy.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove("resourceVersion");
        }
        return copy;
    }
}
