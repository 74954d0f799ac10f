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
    FieldOwnerships afterUpdate(
            ObjectNode live, ObjectNode updated, FieldOwnerships before, FieldManager owner, Instant now) {
        SchemaAwareComparison comparison = compare(live, updated);
        FieldOwnerships others = fittedToSchema(before)
                .mapFields(fields -> fields.difference(comparison.changed()).difference(comparison.removed()));
        FieldSet taken = ServerManagedFields.removedFrom(comparison.changed());
        if (taken.isEmpty()) {
            return capped(others);
        }
        FieldSet owned = others.of(owner).map(FieldOwnership::fields).orElse(FieldSet.EMPTY);
        FieldOwnership ownership = new FieldOwnership(owned.union(taken), owner.apiVersion(), Optional.empty()).at(now);
        return capped(others.with(owner, ownership));
    }

    SchemaAwareComparison compare(ObjectNode live, ObjectNode updated) {
        return SchemaAwareComparison.of(live, updated, types).without(reset.paths());
    }

    FieldOwnerships fittedToSchema(FieldOwnerships ownerships) {
        return ownerships.mapFields(fields -> SchemaAwareFields.fittedTo(fields, types));
    }

    /** Limits the number of entries by merging the oldest updaters, so that writes by ever new managers do not let an object grow without bound. */
    private static FieldOwnerships capped(FieldOwnerships ownerships) {
        List<FieldManager> updaters = new ArrayList<>(ownerships.byOwner().keySet());
        updaters.removeIf(owner -> owner.operation() == ManagerOperation.APPLY);
        updaters.sort(Comparator.comparing(
                        (FieldManager owner) -> ownerships.byOwner().get(owner).seconds())
                .thenComparing(Comparator.naturalOrder()));
        TreeMap<FieldManager, FieldOwnership> result = new TreeMap<>(ownerships.byOwner());
        Map<String, FieldManager> oldest = new HashMap<>();
        int surplus = updaters.size() - MOST_UPDATERS;
        for (FieldManager updater : updaters) {
            if (surplus <= 0) {
                break;
            }
            FieldManager first = oldest.putIfAbsent(updater.apiVersion(), updater);
            if (first != null) {
                join(result, first, updater);
                surplus--;
            }
        }
        return FieldOwnerships.of(result);
    }

    private static void join(Map<FieldManager, FieldOwnership> owners, FieldManager first, FieldManager next) {
        FieldManager bucket = FieldManager.updating(OLD_UPDATERS, next.apiVersion(), "");
        if (!owners.containsKey(bucket)) {
            owners.put(bucket, owners.remove(first));
        }
        FieldOwnership joined = owners.remove(next);
        owners.put(bucket, joined.with(joined.fields().union(owners.get(bucket).fields())));
    }
}
