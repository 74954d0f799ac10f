package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.embedded.schema.FieldTypes;
import dev.butlerlabs.core.embedded.schema.ListKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds what makes ownership of an object undecidable: unknown fields, list items without keys, and the same key twice. */
final class TypedCheck {
    private final boolean duplicatesAllowed;
    private final List<String> faults = new ArrayList<>();

    private TypedCheck(boolean duplicatesAllowed) {
        this.duplicatesAllowed = duplicatesAllowed;
    }

    /** For an object somebody applies: every item once. */
    static Optional<String> faultOfApplied(JsonNode object, FieldTypes types) {
        return new TypedCheck(false).check(object, types);
    }

    /** For an object that exists: an item may be there more than once. */
    static Optional<String> faultOfStored(JsonNode object, FieldTypes types) {
        return new TypedCheck(true).check(object, types);
    }

    private Optional<String> check(JsonNode object, FieldTypes types) {
        visit("", object, types);
        return switch (faults.size()) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of(faults.getFirst());
            default -> Optional.of("errors:\n  " + String.join("\n  ", faults));
        };
    }

    private void visit(String path, JsonNode value, FieldTypes types) {
        if (value.isObject()) {
            value.properties().forEach(field -> visitField(path + "." + field.getKey(), field, types));
        }
        if (value.isArray()) {
            visitItems(path, value, types);
        }
    }

    private void visitField(String path, Map.Entry<String, JsonNode> field, FieldTypes types) {
        if (types.closed() && !types.knows(field.getKey())) {
            faults.add(path + ": field not declared in schema");
        } else {
            visit(path, field.getValue(), types.field(field.getKey()));
        }
    }

    private void visitItems(String path, JsonNode list, FieldTypes types) {
        Set<PathElement> seen = new HashSet<>();
        for (int i = 0; i < list.size(); i++) {
            JsonNode item = list.get(i);
            if (types.listKind() == ListKind.ATOMIC) {
                visit(path + "[" + i + "]", item, types.items());
                continue;
            }
            Optional<String> fault = ListItems.fault(item, types);
            if (fault.isPresent()) {
                faults.add(path + ": element " + i + ": " + fault.get());
                return;
            }
            PathElement element = ListItems.element(item, types);
            if (!seen.add(element) && !duplicatesAllowed) {
                faults.add(path + ": duplicate entries for key " + element);
            }
            visit(path + element, item, types.items());
        }
    }
}
