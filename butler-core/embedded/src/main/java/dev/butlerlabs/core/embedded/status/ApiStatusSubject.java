package dev.butlerlabs.core.embedded.status;

import java.util.Objects;

/**
 * The object of an error response.
 *
 * @param group the API group; empty for the core group
 * @param kind the resource or kind, as the error shows it
 * @param name the name of the object; may be empty
 */
public record ApiStatusSubject(String group, String kind, String name) {
    public static final ApiStatusSubject NONE = new ApiStatusSubject("", "", "");

    public ApiStatusSubject {
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(name, "name");
    }

    @Override
    public String toString() {
        return (group.isEmpty() ? kind : kind + "." + group) + " \"" + name + "\"";
    }
}
