package dev.butlerlabs.core.embedded.registry;

import dev.butlerlabs.core.embedded.resource.Subresource;
import java.util.Objects;
import java.util.Optional;

/**
 * The circumstances of a write.
 *
 * @param dryRun whether everything is done but the writing
 * @param manager who becomes the owner of what changes; empty when the change brings its ownership along
 * @param subresource the part of the object that is written
 * @param trusted whether the object is known to be valid and need not be checked
 */
public record WriteOptions(boolean dryRun, Optional<String> manager, Subresource subresource, boolean trusted) {
    public WriteOptions {
        Objects.requireNonNull(manager, "manager");
        Objects.requireNonNull(subresource, "subresource");
    }

    public WriteOptions(boolean dryRun, Optional<String> manager, Subresource subresource) {
        this(dryRun, manager, subresource, false);
    }

    /** A write of what came with the program and was checked when it was built. */
    public static WriteOptions trusting() {
        return new WriteOptions(false, Optional.empty(), Subresource.NONE, true);
    }

    /** A write of the server itself, which owns nothing. */
    public static WriteOptions internal() {
        return new WriteOptions(false, Optional.empty(), Subresource.NONE);
    }

    public static WriteOptions internal(Subresource subresource) {
        return new WriteOptions(false, Optional.empty(), subresource);
    }
}
