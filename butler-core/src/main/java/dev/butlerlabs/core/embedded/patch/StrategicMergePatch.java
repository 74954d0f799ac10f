package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.embedded.schema.FieldTypes;

/** Strategic merge patch: a merge patch that knows which lists are keyed and understands directives. */
public final class StrategicMergePatch {
    private StrategicMergePatch() {}

    /** The document with the patch merged in; the inputs are left alone. */
    public static JsonNode apply(JsonNode document, JsonNode patch, FieldTypes types) throws PatchException {
        throw new UnsupportedOperationException();
    }
}
