package dev.butlerlabs.core.embedded.registry;

import dev.butlerlabs.core.embedded.schema.FieldError;
import dev.butlerlabs.core.embedded.status.ApiException;
import java.util.List;

/** Resource versions are numbers to this server and opaque words to its clients. */
final class ResourceVersions {
    private ResourceVersions() {}

    static long parse(Place place, String text) {
        try {
            return Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            FieldError error = FieldError.invalid(
                    "metadata.resourceVersion", text, "strconv.ParseUint: parsing \"" + text + "\": invalid syntax");
            throw ApiException.invalid(place.kindSubject(), List.of(error));
        }
    }
}
