package dev.butlerlabs.core.embedded.patch;

import dev.butlerlabs.core.jsonpatch.GoJson;
import java.util.Objects;

/**
 * A field that an apply request changes although another manager owns it.
 *
 * @param manager the name of the owner
 * @param subresource the subresource through which the owner wrote; empty for the object itself
 * @param operation the operation by which the owner acquired the field
 * @param apiVersion the version with which the owner wrote
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

    /** Returns the message of the cause in the Status object; its reason is {@code FieldManagerConflict}, its field is the path. */
    public String message() {
        return "conflict with " + owner();
    }

    /** Returns the owner as messages show it. */
    String owner() {
        String through = subresource.isEmpty() ? "" : " with subresource " + GoJson.quote(subresource);
        String using = operation == Operation.UPDATE ? " using " + apiVersion : "";
        return GoJson.quote(manager) + through + using;
    }
}
