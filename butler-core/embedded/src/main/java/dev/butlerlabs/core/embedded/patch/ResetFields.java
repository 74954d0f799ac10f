package dev.butlerlabs.core.embedded.patch;

/** The part of an object that a request cannot change and therefore cannot own. */
public enum ResetFields {
    /** The request may write the whole object. */
    NONE(""),
    /** The status, for a write of the object itself if status is a subresource. */
    STATUS("status"),
    /** The spec, for a write of the status subresource. */
    SPEC("spec");

    private final String field;

    ResetFields(String field) {
        this.field = field;
    }

    /** Returns the default for a subresource if the resource type does not define another one. */
    public static ResetFields forSubresource(String subresource) {
        return subresource.equals("status") ? SPEC : NONE;
    }

    FieldSet paths() {
        return this == NONE ? FieldSet.EMPTY : FieldSet.of(new PathElement.Field(field));
    }
}
