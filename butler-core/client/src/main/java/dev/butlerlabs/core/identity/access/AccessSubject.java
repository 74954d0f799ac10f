package dev.butlerlabs.core.identity.access;

import java.util.List;
import java.util.Objects;

/** A user as the API server knows it. */
public record AccessSubject(String user, List<String> groups) {
    public AccessSubject {
        Objects.requireNonNull(user, "user");
        groups = List.copyOf(groups);
    }
}
