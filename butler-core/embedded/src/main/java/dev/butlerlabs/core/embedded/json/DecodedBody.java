package dev.butlerlabs.core.embedded.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Objects;

/**
 * A request body as a tree.
 *
 * @param duplicates paths of fields that occurred more than once; the last value won
 */
public record DecodedBody(JsonNode tree, List<String> duplicates) {
    public DecodedBody {
        Objects.requireNonNull(tree, "tree");
        duplicates = List.copyOf(duplicates);
    }
}
