package dev.butlerlabs.core.embedded.patch;

/** The part of an object that a request cannot change, and therefore cannot come to own. */
public enum ResetFields {
    /** Everything may be written. */
    NONE(""),
    /** The object itself, where the status has a subresource of its own. */
    STATUS("status"),
    /** The status subresource. */
    SPEC("spec");

    private final String field;

    ResetFields(String field) {
        this.field = field;
    }

    /** What a request to this subresource leaves alone when nothing more is known about the kind. */
    public static ResetFields forSubresource(String subresource) {
        return subresource.equals("status") ? SPEC : NONE;
    }

    FieldSet paths() {
        return this == NONE ? FieldSet.EMPTY : FieldSet.of(new PathElement.Field(field));
    }
}
