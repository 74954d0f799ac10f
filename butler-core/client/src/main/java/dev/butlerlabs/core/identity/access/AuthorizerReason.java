package dev.butlerlabs.core.identity.access;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The binding that permits a request, from the reason that the RBAC authorizer of the API server gives.
 *
 * @param binding such as {@code RoleBinding butler-team-admin in namespace payments}
 * @param roleKind ClusterRole or Role
 * @param subject such as {@code Group devs}
 */
record AuthorizerReason(String binding, String roleKind, String role, Optional<String> namespace, String subject) {
    private static final Pattern FORM = Pattern.compile(
            "RBAC: allowed by (RoleBinding|ClusterRoleBinding) \"([^\"/]+)(?:/([^\"]+))?\" of (ClusterRole|Role) \"([^\"]+)\" to (\\w+) \"([^\"]+)\"");

    /** Returns the parts of a reason; empty if another authorizer gave it. */
    static Optional<AuthorizerReason> parse(String reason) {
        Matcher form = FORM.matcher(reason);
        if (!form.find()) {
            return Optional.empty();
        }
        Optional<String> namespace = Optional.ofNullable(form.group(3));
        return Optional.of(new AuthorizerReason(
                "%s \"%s\"%s"
                        .formatted(
                                form.group(1),
                                form.group(2),
                                namespace.map(" in namespace \"%s\""::formatted).orElse("")),
                form.group(4),
                form.group(5),
                namespace,
                "%s \"%s\"".formatted(form.group(6), form.group(7))));
    }

    @Override
    public String toString() {
        return "%s binds %s \"%s\" to %s.".formatted(binding, roleKind, role, subject);
    }
}
