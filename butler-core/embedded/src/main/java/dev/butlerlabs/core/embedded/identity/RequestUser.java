package dev.butlerlabs.core.embedded.identity;

import java.util.Objects;
import java.util.Set;

/** The user and groups of a client certificate. */
public record RequestUser(String user, Set<String> groups) {
    private static final String ADMINISTRATORS = "system:masters";

    public RequestUser {
        Objects.requireNonNull(user, "user");
        groups = Set.copyOf(groups);
    }

    public boolean isAdministrator() {
        return groups.contains(ADMINISTRATORS);
    }
}
