package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;

/** JSON Patch, RFC 6902. */
public final class JsonPatch {
    private JsonPatch() {}

    /** The document after all operations; the inputs are left alone. */
    public static JsonNode apply(JsonNode document, JsonNode operations) throws PatchException {
        throw new UnsupportedOperationException();
    }
}
