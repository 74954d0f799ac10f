package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.embedded.schema.FieldTypes;
import dev.butlerlabs.core.embedded.schema.ListKind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Derives field sets from values and their types. */
final class SchemaAwareFields {
    private SchemaAwareFields() {}

    /** Returns all leaves and list items of the value: the fields that a manager owns after applying it. */
    static FieldSet of(JsonNode value, FieldTypes types) {
        FieldSet.Builder builder = new FieldSet.Builder();
        collect(value, types, builder);
        return builder.build();
    }

    private static void collect(JsonNode value, FieldTypes types, FieldSet.Builder here) {
        if (value.isNull()) {
            return;
        }
        if (MergeTypes.isLeaf(value, types)) {
            here.include();
        } else if (value.isObject()) {
            collectFields(value, types, here);
        } else {
            collectItems(value, types, here);
        }
    }

    private static void collectFields(JsonNode object, FieldTypes types, FieldSet.Builder here) {
        object.properties().forEach(field -> {
            String name = field.getKey();
            JsonNode value = field.getValue();
            FieldSet.Builder below = here.descend(new PathElement.Field(name));
            collect(value, types.field(name), below);
            boolean withoutContent = value.isNull() || (value.isObject() && value.isEmpty());
            if (withoutContent || !MergeTypes.names(types, name)) {
                below.include();
            }
        });
    }

    private static void collectItems(JsonNode list, FieldTypes types, FieldSet.Builder here) {
        List<PathElement> elements = ListItemKeys.elements(list, types);
        Set<PathElement> duplicates = duplicates(elements);
        for (int i = 0; i < elements.size(); i++) {
            FieldSet.Builder below = here.descend(elements.get(i));
            below.include();
            if (!duplicates.contains(elements.get(i))) {
                collect(list.get(i), types.items(), below);
            }
        }
    }

    private static Set<PathElement> duplicates(List<PathElement> elements) {
        Set<PathElement> seen = new HashSet<>();
        return elements.stream().filter(element -> !seen.add(element)).collect(Collectors.toSet());
    }

    /** Adds the named fields that have members below them, because the owner of all content of a field may remove the field. */
    static FieldSet withNamedFields(FieldSet set, FieldTypes types) {
        TreeMap<PathElement, FieldSet.Branch> branches = new TreeMap<>();
        set.branches().forEach((element, branch) -> {
            boolean named = !branch.below().isEmpty()
                    && element instanceof PathElement.Field(String name)
                    && MergeTypes.names(types, name);
            branches.put(
                    element,
                    new FieldSet.Branch(
                            branch.member() || named, withNamedFields(branch.below(), below(element, types))));
        });
        return FieldSet.of(branches);
    }

    /** Adapts the set to a schema in which a part became atomic: the owner of a field inside then owns the whole part. */
    static FieldSet fittedTo(FieldSet set, FieldTypes types) {
        if (MergeTypes.deduced(types)) {
            return set;
        }
        TreeMap<PathElement, FieldSet.Branch> branches = new TreeMap<>();
        set.branches().forEach((element, branch) -> branches.put(element, fitted(branch, below(element, types))));
        return FieldSet.of(branches);
    }

    private static FieldSet.Branch fitted(FieldSet.Branch branch, FieldTypes types) {
        boolean fields = branch.below().branches().keySet().stream().anyMatch(PathElement.Field.class::isInstance);
        boolean items = !fields && !branch.below().isEmpty();
        boolean nowAtomic = (fields && types.atomicMap())
                || (items && !MergeTypes.deduced(types) && types.listKind() == ListKind.ATOMIC);
        return nowAtomic
                ? new FieldSet.Branch(true, FieldSet.EMPTY)
                : new FieldSet.Branch(branch.member(), fittedTo(branch.below(), types));
    }

    private static FieldTypes below(PathElement element, FieldTypes types) {
        return switch (element) {
            case PathElement.Field(String name) -> types.field(name);
            case PathElement.Key _ -> types.items();
            case PathElement.Value _, PathElement.Index _ -> FieldTypes.UNKNOWN;
        };
    }
}
