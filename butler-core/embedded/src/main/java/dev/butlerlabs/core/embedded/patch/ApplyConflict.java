package dev.butlerlabs.core.embedded.patch;

import dev.butlerlabs.core.jsonpatch.GoJsonWriter;
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
public record ApplyConflict(
        String manager, String subresource, ManagerOperation operation, String apiVersion, String path) {
    public ApplyConflict {
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
        String through = subresource.isEmpty() ? "" : " with subresource " + GoJsonWriter.quote(subresource);
        String using = operation == ManagerOperation.UPDATE ? " using " + apiVersion : "";
        return GoJsonWriter.quote(manager) + through + using;
    }
}
