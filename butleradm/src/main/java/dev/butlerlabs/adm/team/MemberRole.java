package dev.butlerlabs.adm.team;

import dev.butlerlabs.core.api.TeamSpec.Role;
import java.util.Locale;

/** The roles of members on the command line. */
enum MemberRole {
    ADMIN(Role.ADMIN),
    OPERATOR(Role.OPERATOR),
    VIEWER(Role.VIEWER);

    private final Role role;

    MemberRole(Role role) {
        this.role = role;
    }

    Role role() {
        return role;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
