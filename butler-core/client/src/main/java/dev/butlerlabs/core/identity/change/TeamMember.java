package dev.butlerlabs.core.identity.change;

import dev.butlerlabs.core.api.TeamSpec.GroupAccess;
import dev.butlerlabs.core.api.TeamSpec.Role;
import dev.butlerlabs.core.api.TeamSpec.UserAccess;
import java.util.Locale;
import java.util.Objects;

/**
 * A user or group with a role in a team.
 *
 * @param group whether it is a group
 */
public record TeamMember(String name, boolean group, Role role) {
    public TeamMember {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(role, "role");
    }

    static TeamMember of(UserAccess user) {
        return new TeamMember(user.name(), false, Objects.requireNonNullElse(user.role(), Role.VIEWER));
    }

    static TeamMember of(GroupAccess group) {
        return new TeamMember(group.name(), true, Objects.requireNonNullElse(group.role(), Role.VIEWER));
    }

    /** Returns the role as it is written in the spec. */
    public String roleWord() {
        return role.name().toLowerCase(Locale.ROOT);
    }

    /** Returns {@code user} or {@code group}. */
    public String kindWord() {
        return group ? "group" : "user";
    }
}
