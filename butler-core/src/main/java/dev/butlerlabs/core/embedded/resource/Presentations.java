package dev.butlerlabs.core.embedded.resource;

import com.fasterxml.jackson.databind.JsonNode;

/** Finds the table columns of kinds. */
final class Presentations {
    /** Built-in kinds: schemas and columns come from the descriptions shipped with the server. */
    static final BuiltinShapes BUILTIN = new BuiltinShapes() {
        @Override
        public Shape shape(GroupVersion groupVersion, String kind) {
            return Shape.UNKNOWN;
        }

        @Override
        public Presentation presentation(GroupVersion groupVersion, String kind) {
            return new PlainPresentation();
        }
    };

    private Presentations() {}

    static Presentation custom(JsonNode columns) {
        return new PlainPresentation();
    }
}
