package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.schema.FieldTypes;
import dev.butlerlabs.core.jsonpatch.JsonValues;
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

    /** As above, for a request that cannot change a part of the object; {@code force} has no meaning here. */
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
     * The record to go on from. A client may write it, or ask for it to be forgotten; one that leaves it out, does not understand it
     * or writes through a subresource does not change it.
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

    /** Whether two objects differ in nothing but the times in managedFields and the resourceVersion. */
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
