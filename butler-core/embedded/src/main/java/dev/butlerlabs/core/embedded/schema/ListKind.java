package dev.butlerlabs.core.embedded.schema;

/** How the elements of a list are told apart when two versions of it meet. */
public enum ListKind {
    /** The list is one value. */
    ATOMIC,
    /** Elements are scalars and each occurs once. */
    SET,
    /** Elements are objects, told apart by their key fields. */
    MAP
}
