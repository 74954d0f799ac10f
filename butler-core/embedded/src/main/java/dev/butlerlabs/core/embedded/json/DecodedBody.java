package dev.butlerlabs.core.embedded.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Objects;

/**
 * A decoded request body.
 *
 * @param duplicates the paths of duplicate fields; the last value is used
 */
public record DecodedBody(JsonNode tree, List<String> duplicates) {
    public DecodedBody {
        Objects.requireNonNull(tree, "tree");
        duplicates = List.copyOf(duplicates);
    }
}
