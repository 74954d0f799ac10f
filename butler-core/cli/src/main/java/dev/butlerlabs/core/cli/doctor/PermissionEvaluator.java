package dev.butlerlabs.core.cli.doctor;

import dev.butlerlabs.core.identity.access.AccessQuestion;
import java.util.List;
import java.util.stream.Collectors;

/** Evaluates the answers of the API server to access reviews. */
final class PermissionEvaluator {
    private static final String CHECK = "Permissions";

    private PermissionEvaluator() {}

    /**
     * Evaluates the permissions.
     *
     * @param needed number of permissions that were checked
     * @param missing those that the user does not have
     */
    static DoctorResult finding(int needed, List<AccessQuestion> missing) {
        if (missing.isEmpty()) {
            return DoctorResult.ok(CHECK, "You have all %d permissions that were checked.".formatted(needed));
        }
        String list = missing.stream().map(AccessQuestion::toString).collect(Collectors.joining(", "));
        String fix = "Ask an administrator of the platform to add you to the team or to grant them.";
        return missing.size() == needed
                ? DoctorResult.problem(CHECK, "You have none of the %d permissions: %s.".formatted(needed, list), fix)
                : DoctorResult.warning(
                        CHECK,
                        "You do not have %d of %d permissions: %s.".formatted(missing.size(), needed, list),
                        fix);
    }
}
