package dev.butlerlabs.core.embedded.schema;

/** How list elements are identified when two versions of a list are merged. */
public enum ListKind {
    /** The list is a single value. */
    ATOMIC,
    /** Elements are unique scalars. */
    SET,
    /** Elements are objects identified by their key fields. */
    MAP
}
