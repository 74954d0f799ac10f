package dev.butlerlabs.core.server.access;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A user of the console as the Kubernetes API knows it.
 *
 * @param name the user name
 */
public record ConsoleUser(String name, List<String> groups, Optional<String> email) {
    public ConsoleUser {
        Objects.requireNonNull(name, "name");
        groups = groups.stream().sorted().distinct().toList();
        Objects.requireNonNull(email, "email");
    }

    @Override
    public String toString() {
        return name;
    }
}
