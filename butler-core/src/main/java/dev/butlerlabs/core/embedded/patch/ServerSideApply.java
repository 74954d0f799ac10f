package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.schema.FieldTypes;
import java.time.Instant;
import java.util.Optional;

/** Server-side apply: a manager states the fields it wants, and the server keeps who owns what. */
public final class ServerSideApply {
    private ServerSideApply() {}

    /**
     * Merges what a manager applied into the live object.
     *
     * <p>The answer is complete but for defaulting and pruning. When nothing but ownership times could have changed, the live object's
     * times are kept, so that a server recognises a request without effect by {@link ManagedFields#sameContent}.
     *
     * @param live the stored object; empty when the request creates it
     */
    public static ApplyOutcome apply(
            Optional<ObjectNode> live, ObjectNode applied, ApplyOptions options, FieldTypes types, Instant now)
            throws PatchException {
        throw new UnsupportedOperationException();
    }
}
