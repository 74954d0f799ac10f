package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.schema.FieldTypes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Updates field ownership for writes that do not declare their fields (all writes other than apply). */
final class OwnershipTracker {
    private static final int MOST_UPDATERS = 10;
    private static final String OLD_UPDATERS = "ancient-changes";

    private final FieldTypes types;
    private final ResetFields reset;

    OwnershipTracker(FieldTypes types, ResetFields reset) {
        this.types = types;
        this.reset = reset;
    }

    /** Returns the owners after an update: the manager that changes a field becomes its only owner. */
    Ownerships afterUpdate(ObjectNode live, ObjectNode updated, Ownerships before, Owner owner, Instant now) {
        TypedComparison comparison = compare(live, updated);
        Ownerships others = fittedToSchema(before)
                .mapFields(fields -> fields.difference(comparison.changed()).difference(comparison.removed()));
        FieldSet taken = ServerFields.removedFrom(comparison.changed());
        if (taken.isEmpty()) {
            return capped(others);
        }
        FieldSet owned = others.of(owner).map(Ownership::fields).orElse(FieldSet.EMPTY);
        Ownership ownership = new Ownership(owned.union(taken), owner.apiVersion(), Optional.empty()).at(now);
        return capped(others.with(owner, ownership));
    }

    TypedComparison compare(ObjectNode live, ObjectNode updated) {
        return TypedComparison.of(live, updated, types).without(reset.paths());
    }

    Ownerships fittedToSchema(Ownerships ownerships) {
        return ownerships.mapFields(fields -> TypedFields.fittedTo(fields, types));
    }

    /** Limits the number of entries by merging the oldest updaters, so that writes by ever new managers do not let an object grow without bound. */
    private static Ownerships capped(Ownerships ownerships) {
        List<Owner> updaters = new ArrayList<>(ownerships.byOwner().keySet());
        updaters.removeIf(owner -> owner.operation() == Operation.APPLY);
        updaters.sort(Comparator.comparing(
                        (Owner owner) -> ownerships.byOwner().get(owner).seconds())
                .thenComparing(Comparator.naturalOrder()));
        TreeMap<Owner, Ownership> result = new TreeMap<>(ownerships.byOwner());
        Map<String, Owner> oldest = new HashMap<>();
        int surplus = updaters.size() - MOST_UPDATERS;
        for (Owner updater : updaters) {
            if (surplus <= 0) {
                break;
            }
            Owner first = oldest.putIfAbsent(updater.apiVersion(), updater);
            if (first != null) {
                join(result, first, updater);
                surplus--;
            }
        }
        return Ownerships.of(result);
    }

    private static void join(Map<Owner, Ownership> owners, Owner first, Owner next) {
        Owner bucket = Owner.updating(OLD_UPDATERS, next.apiVersion(), "");
        if (!owners.containsKey(bucket)) {
            owners.put(bucket, owners.remove(first));
        }
        Ownership joined = owners.remove(next);
        owners.put(bucket, joined.with(joined.fields().union(owners.get(bucket).fields())));
    }
}
