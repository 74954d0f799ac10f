package dev.butlerlabs.core.embedded.resource;

/** Where built-in kinds get their schemas and table columns from. */
interface BuiltinShapes {
    Shape shape(GroupVersion groupVersion, String kind);

    Presentation presentation(GroupVersion groupVersion, String kind);
}
