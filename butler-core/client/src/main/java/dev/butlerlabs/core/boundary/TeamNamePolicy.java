package dev.butlerlabs.core.boundary;

import dev.butlerlabs.core.api.Namespaces;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Decides which names a team can have. A team has a namespace of its name. Pure functions. Thread-safe. */
public final class TeamNamePolicy {
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final Set<String> RESERVED = Set.of("default", Namespaces.SYSTEM, Namespaces.TENANTS);

    private TeamNamePolicy() {}

    /** Returns whether the platform or Kubernetes uses the namespace of a name. */
    public static boolean isReserved(String name) {
        return RESERVED.contains(name) || name.startsWith("kube-") || name.endsWith("-system");
    }

    /** Returns why a team cannot have a name; empty if it can. */
    public static Optional<String> problem(String name) {
        if (!LABEL.matcher(name).matches()) {
            return Optional.of("invalid value \"%s\": must consist of up to 63 lowercase letters, digits and dashes"
                    .formatted(name));
        }
        return isReserved(name)
                ? Optional.of("\"%s\" is the name of a namespace of the platform".formatted(name))
                : Optional.empty();
    }
}
