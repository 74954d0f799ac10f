package dev.butlerlabs.core.embedded.registry;

import dev.butlerlabs.core.embedded.resource.Subresource;
import java.util.Objects;
import java.util.Optional;

/**
 * Options of a write.
 *
 * @param dryRun whether everything except the write is done
 * @param manager the field manager that owns the changed fields; empty if the change contains its own managedFields
 * @param subresource the written part of the object
 * @param trusted whether the object is known to be valid and is not validated
 */
public record WriteOptions(boolean dryRun, Optional<String> manager, Subresource subresource, boolean trusted) {
    public WriteOptions {
        Objects.requireNonNull(manager, "manager");
        Objects.requireNonNull(subresource, "subresource");
    }

    public WriteOptions(boolean dryRun, Optional<String> manager, Subresource subresource) {
        this(dryRun, manager, subresource, false);
    }

    /** Options for an object that is part of the program and was validated at build time. */
    public static WriteOptions trusting() {
        return new WriteOptions(false, Optional.empty(), Subresource.NONE, true);
    }

    /** Options for a write by the server itself, which owns no fields. */
    public static WriteOptions internal() {
        return new WriteOptions(false, Optional.empty(), Subresource.NONE);
    }

    public static WriteOptions internal(Subresource subresource) {
        return new WriteOptions(false, Optional.empty(), subresource);
    }
}
