package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.schema.FieldTypes;
import dev.butlerlabs.core.jsonpatch.JsonValueComparator;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Core of server-side apply: merges a configuration, removes fields that it no longer contains, and detects conflicts. */
final class ConfigurationMerge {
    private final FieldTypes types;
    private final ResetFields reset;
    private final OwnershipTracker tracker;

    ConfigurationMerge(FieldTypes types, ResetFields reset) {
        this.types = types;
        this.reset = reset;
        this.tracker = new OwnershipTracker(types, reset);
    }

    /**
     * The result of applying a configuration.
     *
     * @param object the merged object
     * @param ownerships the owners after the request, if the conflicting fields are taken from theirs
     * @param conflicts the fields that would be taken from other owners
     */
    record Result(ObjectNode object, FieldOwnerships ownerships, Map<FieldManager, FieldSet> conflicts) {}

    Result apply(
            ObjectNode live,
            ObjectNode configuration,
            FieldOwnerships recorded,
            FieldManager owner,
            String apiVersion,
            Instant now) {
        FieldOwnerships before = tracker.fittedToSchema(recorded);
        Optional<FieldOwnership> last = before.of(owner);
        FieldSet wanted = SchemaAwareFields.of(configuration, types).recursiveDifference(reset.paths());
        FieldOwnerships claimed =
                before.with(owner, new FieldOwnership(wanted, apiVersion, last.flatMap(FieldOwnership::time)));

        JsonNode merged = SchemaAwareMerge.merge(live, configuration, types);
        FieldSet lastFields = last.map(FieldOwnership::fields).orElse(FieldSet.EMPTY);
        ObjectNode object = (ObjectNode) pruned(merged, lastFields, claimed.allFields());

        SchemaAwareComparison comparison = tracker.compare(live, object);
        FieldOwnerships after = afterwards(claimed, owner, comparison);
        boolean changed = !JsonValueComparator.equal(live, object);
        FieldOwnerships timed = changed
                ? after.of(owner).map(own -> after.with(owner, own.at(now))).orElse(after)
                : after;
        return new Result(object, timed, conflicts(claimed, owner, comparison));
    }

    /** Removes the fields that the manager owned before and no longer applies, unless another manager owns them. */
    private JsonNode pruned(JsonNode merged, FieldSet last, FieldSet owned) {
        if (last.isEmpty()) {
            return merged;
        }
        FieldSet lastFields = SchemaAwareFields.withNamedFields(last, types);
        FieldSet mergedFields = namedFieldsOf(merged);
        FieldSet untouched = namedFieldsOf(SchemaAwareRemoval.remove(merged, lastFields, types));
        FieldSet kept = untouched.union(SchemaAwareFields.withNamedFields(owned, types));
        JsonNode ownedKept = SchemaAwareRemoval.remove(merged, mergedFields.difference(kept), types);
        FieldSet removable = mergedFields.difference(namedFieldsOf(ownedKept)).intersection(lastFields);
        return SchemaAwareRemoval.remove(merged, removable, types);
    }

    private FieldSet namedFieldsOf(JsonNode value) {
        return SchemaAwareFields.withNamedFields(SchemaAwareFields.of(value, types), types);
    }

    private static Map<FieldManager, FieldSet> conflicts(
            FieldOwnerships claimed, FieldManager owner, SchemaAwareComparison comparison) {
        Map<FieldManager, FieldSet> conflicts = new TreeMap<>();
        claimed.without(owner)
                .byOwner()
                .forEach((other, ownership) ->
                        conflicts.put(other, ownership.fields().intersection(comparison.changed())));
        conflicts.values().removeIf(FieldSet::isEmpty);
        return conflicts;
    }

    private static FieldOwnerships afterwards(
            FieldOwnerships claimed, FieldManager owner, SchemaAwareComparison comparison) {
        FieldOwnerships others = claimed.without(owner)
                .mapFields(fields -> fields.difference(comparison.changed()).difference(comparison.removed()));
        return claimed.of(owner)
                .map(own -> others.with(owner, own.with(ServerManagedFields.removedFrom(own.fields()))))
                .orElse(others);
    }
}
