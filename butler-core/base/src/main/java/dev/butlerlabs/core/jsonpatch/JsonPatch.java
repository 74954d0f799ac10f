package dev.butlerlabs.core.jsonpatch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.Comparator;
import java.util.Optional;

/**
 * Applies JSON Patch (RFC 6902) with the semantics of the Kubernetes API server. It is more lenient than the RFC: replacing a
 * missing field adds it, copying or testing a missing field uses null, negative indexes count from the end, and a missing value
 * is null.
 */
public final class JsonPatch {
    private static final int MOST_OPERATIONS = 10_000;

    /** Limits copies: a few dozen operations that each copy the result of the previous one could exhaust the memory. */
    private static final long MOST_COPIED_BYTES = 3 * 1024 * 1024;

    /** Treats numbers as equal only if both are integers or both are not, as comparing their text does. */
    private static final Comparator<JsonNode> SCALARS = (one, other) -> {
        boolean comparable = one.isNumber() && one.isIntegralNumber() == other.isIntegralNumber();
        return (comparable ? JsonValueComparator.compare(one, other) == 0 : one.equals(other)) ? 0 : 1;
    };

    private JsonNode document;
    private long copiedBytes;

    private JsonPatch(JsonNode document) {
        this.document = document;
    }

    /** Returns the document after all operations. The inputs are not modified. */
    public static JsonNode apply(JsonNode document, JsonNode operations) throws PatchException {
        if (!operations.isArray()) {
            throw PatchException.malformed("error decoding patch: a JSON patch must be a list of operations");
        }
        if (operations.size() > MOST_OPERATIONS) {
            throw new PatchException(
                    PatchException.Kind.TOO_LARGE,
                    "The allowed maximum operations in a JSON patch is " + MOST_OPERATIONS + ", got "
                            + operations.size());
        }
        for (JsonNode operation : operations) {
            checkForm(operation);
        }
        JsonPatch patch = new JsonPatch(document.deepCopy());
        for (JsonNode operation : operations) {
            patch.run(operation);
        }
        return patch.document;
    }

    private static void checkForm(JsonNode operation) throws PatchException {
        if (!operation.isObject()) {
            throw PatchException.malformed("error decoding patch: an operation must be an object");
        }
        for (String name : new String[] {"op", "path", "from"}) {
            JsonNode value = operation.path(name);
            if (!value.isMissingNode() && !value.isNull() && !value.isTextual()) {
                throw PatchException.malformed(
                        "error decoding patch: the " + name + " of an operation must be a string");
            }
        }
    }

    private void run(JsonNode operation) throws PatchException {
        String name = operation.path("op").asText();
        switch (name) {
            case "add" -> add(pointer(operation, "path"), value(operation));
            case "remove" -> remove(pointer(operation, "path"));
            case "replace" -> replace(pointer(operation, "path"), value(operation));
            case "move" -> move(pointer(operation, "from"), pointer(operation, "path"));
            case "copy" -> copy(pointer(operation, "from"), pointer(operation, "path"));
            case "test" -> test(pointer(operation, "path"), value(operation));
            default -> throw invalid("unknown operation " + GoJsonWriter.quote(name));
        }
    }

    private static JsonPointer pointer(JsonNode operation, String name) throws PatchException {
        return operation
                .optional(name)
                .map(JsonNode::asText)
                .flatMap(JsonPointer::parse)
                .orElseThrow(() -> invalid(operation.path("op").asText() + " requires a " + name
                        + ", which must be empty or start with a slash"));
    }

    private static JsonNode value(JsonNode operation) {
        return operation.optional("value").orElse(NullNode.getInstance()).deepCopy();
    }

    private void add(JsonPointer path, JsonNode value) throws PatchException {
        if (path.isRoot()) {
            document = value;
        } else {
            path.parentIn(document).add(value.deepCopy());
        }
    }

    private JsonNode remove(JsonPointer path) throws PatchException {
        if (path.isRoot()) {
            throw invalid("the whole document cannot be removed");
        }
        return path.parentIn(document).remove();
    }

    private void replace(JsonPointer path, JsonNode value) throws PatchException {
        if (!path.isRoot()) {
            path.parentIn(document).set(value);
        } else if (value.isContainerNode()) {
            document = value;
        } else {
            throw invalid("the document cannot be replaced by a single value");
        }
    }

    private void move(JsonPointer from, JsonPointer path) throws PatchException {
        add(path, remove(from));
    }

    private void copy(JsonPointer from, JsonPointer path) throws PatchException {
        JsonNode value = get(from).orElse(NullNode.getInstance());
        copiedBytes += value.toString().length();
        if (copiedBytes > MOST_COPIED_BYTES) {
            throw invalid("the copied values exceed " + MOST_COPIED_BYTES + " bytes in total");
        }
        add(path, value);
    }

    private Optional<JsonNode> get(JsonPointer path) throws PatchException {
        return path.isRoot() ? Optional.of(document) : path.parentIn(document).get();
    }

    private void test(JsonPointer path, JsonNode expected) throws PatchException {
        JsonNode actual = get(path).orElse(NullNode.getInstance());
        if (!actual.equals(SCALARS, expected)) {
            throw invalid("testing value " + path + " failed");
        }
    }

    static PatchException invalid(String detail) {
        return PatchException.invalid("the server rejected our request due to an error in our request: " + detail);
    }
}
