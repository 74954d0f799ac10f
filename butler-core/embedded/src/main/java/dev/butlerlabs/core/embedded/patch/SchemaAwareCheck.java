package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.embedded.schema.FieldTypes;
import dev.butlerlabs.core.embedded.schema.ListKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds errors that make field ownership undecidable: unknown fields, list items without keys, and duplicate keys. */
final class SchemaAwareCheck {
    private final boolean duplicatesAllowed;
    private final List<PathElement> path = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();

    private SchemaAwareCheck(boolean duplicatesAllowed) {
        this.duplicatesAllowed = duplicatesAllowed;
    }

    /** Validates an applied configuration; items must be unique. */
    static Optional<String> faultOfApplied(JsonNode object, FieldTypes types) {
        return new SchemaAwareCheck(false).check(object, types);
    }

    /** Validates a stored object; duplicate items are allowed. */
    static Optional<String> faultOfStored(JsonNode object, FieldTypes types) {
        return new SchemaAwareCheck(true).check(object, types);
    }

    private Optional<String> check(JsonNode object, FieldTypes types) {
        visit(object, types);
        return switch (faults.size()) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of(faults.getFirst());
            default -> Optional.of("errors:\n  " + String.join("\n  ", faults));
        };
    }

    private void visit(JsonNode value, FieldTypes types) {
        if (value.isObject()) {
            value.properties().forEach(field -> visitField(field.getKey(), field.getValue(), types));
        }
        if (value.isArray()) {
            visitItems(value, types);
        }
    }

    private void visitField(String name, JsonNode value, FieldTypes types) {
        boolean unknown = types.closed() && !types.knows(name);
        if (!unknown && !value.isContainerNode()) {
            return;
        }
        path.add(new PathElement.Field(name));
        if (unknown) {
            report("field not declared in schema");
        } else {
            visit(value, types.field(name));
        }
        path.removeLast();
    }

    private void visitItems(JsonNode list, FieldTypes types) {
        Set<PathElement> seen = new HashSet<>();
        for (int i = 0; i < list.size(); i++) {
            JsonNode item = list.get(i);
            if (types.listKind() == ListKind.ATOMIC) {
                visitItem(new PathElement.Index(i), item, types);
                continue;
            }
            Optional<String> fault = ListItemKeys.fault(item, types);
            if (fault.isPresent()) {
                report("element " + i + ": " + fault.get());
                return;
            }
            PathElement element = ListItemKeys.element(item, types);
            if (!seen.add(element) && !duplicatesAllowed) {
                report("duplicate entries for key " + element);
            }
            visitItem(element, item, types);
        }
    }

    private void visitItem(PathElement element, JsonNode item, FieldTypes types) {
        path.add(element);
        visit(item, types.items());
        path.removeLast();
    }

    private void report(String fault) {
        faults.add(FieldSet.text(path) + ": " + fault);
    }
}
