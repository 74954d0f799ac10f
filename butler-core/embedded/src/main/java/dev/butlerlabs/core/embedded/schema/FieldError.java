package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Collection;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A validation error of a field.
 *
 * @param kind the type of the error
 * @param path the field, such as {@code spec.ports[0].name}; {@code <nil>} for the object itself
 * @param badValue the invalid value; missing if it is not shown
 * @param detail the reason; may be empty
 */
public record FieldError(Kind kind, String path, JsonNode badValue, String detail) {

    /** The error types, with their texts in Kubernetes. */
    public enum Kind {
        NOT_FOUND("FieldValueNotFound", "Not found"),
        REQUIRED("FieldValueRequired", "Required value"),
        DUPLICATE("FieldValueDuplicate", "Duplicate value"),
        INVALID("FieldValueInvalid", "Invalid value"),
        NOT_SUPPORTED("FieldValueNotSupported", "Unsupported value"),
        FORBIDDEN("FieldValueForbidden", "Forbidden"),
        TOO_LONG("FieldValueTooLong", "Too long"),
        TOO_MANY("FieldValueTooMany", "Too many"),
        INTERNAL("InternalError", "Internal error"),
        TYPE_INVALID("FieldValueTypeInvalid", "Invalid value");

        private final String reason;
        private final String title;

        Kind(String reason, String title) {
            this.reason = reason;
            this.title = title;
        }
    }

    public FieldError {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(badValue, "badValue");
        Objects.requireNonNull(detail, "detail");
    }

    public static FieldError required(String path, String detail) {
        return new FieldError(Kind.REQUIRED, path, MissingNode.getInstance(), detail);
    }

    public static FieldError invalid(String path, JsonNode badValue, String detail) {
        return new FieldError(Kind.INVALID, path, badValue, detail);
    }

    public static FieldError invalid(String path, String badValue, String detail) {
        return invalid(path, JsonNodeFactory.instance.textNode(badValue), detail);
    }

    public static FieldError typeInvalid(String path, JsonNode badValue, String detail) {
        return new FieldError(Kind.TYPE_INVALID, path, badValue, detail);
    }

    public static FieldError forbidden(String path, String detail) {
        return new FieldError(Kind.FORBIDDEN, path, MissingNode.getInstance(), detail);
    }

    public static FieldError duplicate(String path, JsonNode badValue) {
        return new FieldError(Kind.DUPLICATE, path, badValue, "");
    }

    public static FieldError notSupported(String path, JsonNode badValue, Collection<String> supported) {
        String words = supported.stream().map(GoValueFormatter::quote).collect(Collectors.joining(", "));
        return new FieldError(
                Kind.NOT_SUPPORTED, path, badValue, supported.isEmpty() ? "" : "supported values: " + words);
    }

    /** Returns the value for {@code status.details.causes[].reason}. */
    public String reason() {
        return kind.reason;
    }

    /** Returns the value for {@code status.details.causes[].message}: the error without its field. */
    public String message() {
        String text = showsValue() ? kind.title + ": " + GoValueFormatter.value(badValue) : kind.title;
        return detail.isEmpty() ? text : text + ": " + detail;
    }

    private boolean showsValue() {
        return switch (kind) {
            case REQUIRED, FORBIDDEN, TOO_LONG, INTERNAL -> false;
            case NOT_FOUND, DUPLICATE, INVALID, NOT_SUPPORTED, TOO_MANY, TYPE_INVALID -> !badValue.isMissingNode();
        };
    }

    /** Returns the error as in {@code status.message}. */
    @Override
    public String toString() {
        return path + ": " + message();
    }
}
