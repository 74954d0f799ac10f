package dev.butlerlabs.core.embedded.registry;

import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.status.ApiStatusDetails;

/** Parses resource versions, which are revisions of the store here and opaque strings for clients. */
final class ResourceVersions {
    private ResourceVersions() {}

    static long parse(String text) {
        try {
            return Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            throw new ApiException(
                    500, "", "strconv.ParseUint: parsing \"" + text + "\": invalid syntax", ApiStatusDetails.ABSENT);
        }
    }
}
