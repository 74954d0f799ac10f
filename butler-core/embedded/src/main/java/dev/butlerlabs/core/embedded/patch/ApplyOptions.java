package dev.butlerlabs.core.embedded.patch;

import java.util.Objects;

/**
 * Options of an apply request.
 *
 * @param manager the field manager; empty becomes {@code unknown}
 * @param force whether fields are taken from their owners instead of reported as conflicts
 * @param subresource such as {@code status}; empty for the object itself
 * @param apiVersion the version of the request
 * @param reset the part of the object that this request cannot change
 */
public record ApplyOptions(String manager, boolean force, String subresource, String apiVersion, ResetFields reset) {
    public ApplyOptions {
        Objects.requireNonNull(manager, "manager");
        Objects.requireNonNull(subresource, "subresource");
        Objects.requireNonNull(apiVersion, "apiVersion");
        Objects.requireNonNull(reset, "reset");
    }

    public ApplyOptions(String manager, boolean force, String subresource, String apiVersion) {
        this(manager, force, subresource, apiVersion, ResetFields.forSubresource(subresource));
    }
}
