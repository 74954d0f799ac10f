package dev.butlerlabs.core.admission;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A change of an object that is to be admitted.
 *
 * @param before the stored object; empty for a creation
 * @param after the object as requested; empty for a deletion
 * @param requester who requests the change
 * @param dryRun whether the change is only tried: then nothing may be reserved
 */
public record AdmissionRequest<T extends HasMetadata>(
        Operation operation, Optional<T> before, Optional<T> after, Requester requester, boolean dryRun) {
    public AdmissionRequest {
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(before, "before");
        Objects.requireNonNull(after, "after");
        Objects.requireNonNull(requester, "requester");
    }

    /** Operations of the API. */
    public enum Operation {
        CREATE,
        UPDATE,
        DELETE
    }

    /** The user as the API server knows it. */
    public record Requester(String name, List<String> groups) {
        public Requester {
            Objects.requireNonNull(name, "name");
            groups = List.copyOf(groups);
        }
    }
}
