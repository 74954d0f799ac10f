package dev.butlerlabs.core.embedded.patch;

import dev.butlerlabs.core.jsonpatch.GoJson;
import java.util.Objects;

/**
 * A field that an apply request would change although somebody else owns it.
 *
 * @param manager the owner's name
 * @param subresource the subresource it wrote through; empty for the object itself
 * @param operation how it came to own the field
 * @param apiVersion the version it wrote with
 * @param path the field, such as {@code .spec.replicas}
 */
public record Conflict(String manager, String subresource, Operation operation, String apiVersion, String path) {
    public Conflict {
        Objects.requireNonNull(manager, "manager");
        Objects.requireNonNull(subresource, "subresource");
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(apiVersion, "apiVersion");
        Objects.requireNonNull(path, "path");
    }

    /** The text of the cause in the Status object; its reason is {@code FieldManagerConflict}, its field the path. */
    public String message() {
        return "conflict with " + owner();
    }

    /** The owner as it is named in messages. */
    String owner() {
        String through = subresource.isEmpty() ? "" : " with subresource " + GoJson.quote(subresource);
        String using = operation == Operation.UPDATE ? " using " + apiVersion : "";
        return GoJson.quote(manager) + through + using;
    }
}
