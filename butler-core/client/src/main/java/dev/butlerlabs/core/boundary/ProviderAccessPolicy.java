package dev.butlerlabs.core.boundary;

import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.api.Reasons;
import dev.butlerlabs.core.kube.ObjectName;
import java.util.Optional;

/**
 * Decides whether objects of a namespace may use a ProviderConfig. Reads the team of the namespace only if the decision depends on it.
 * Thread-safe.
 */
public final class ProviderAccessPolicy {
    private static final String KIND = "ProviderConfig";

    private final TeamReader teams;

    public ProviderAccessPolicy(TeamReader teams) {
        this.teams = teams;
    }

    /** Returns the one team that may use a ProviderConfig; empty if every team may. */
    public static Optional<String> onlyTeam(ProviderConfig config) {
        return Optional.ofNullable(config.getSpec().scope())
                .filter(scope -> scope.type() == ProviderConfigSpec.Scope.Type.TEAM)
                .map(scope -> Optional.ofNullable(scope.teamRef())
                        .map(LocalReference::name)
                        .orElse(""));
    }

    /**
     * Checks a reference to a ProviderConfig: it must be in the same namespace or in the platform namespace.
     *
     * @return why the reference is rejected; empty if it is permitted
     */
    public static Optional<PolicyViolation> checkReference(String field, String namespace, ObjectName config) {
        return ReferencePolicy.checkShared(new ObjectReferencePath(field, namespace, KIND, config));
    }

    /**
     * Checks the scope of a ProviderConfig for an object that declares no team.
     *
     * @param onlyTeam the team that may use it, if not every team may
     * @return why the use is rejected; empty if it is permitted
     * @throws dev.butlerlabs.core.error.ButlerException if the team of the namespace cannot be read
     */
    public Optional<PolicyViolation> checkScope(String namespace, ObjectName config, Optional<String> onlyTeam) {
        return onlyTeam.isEmpty() || ReferencePolicy.isPlatform(namespace)
                ? Optional.empty()
                : checkScope(namespace, config, onlyTeam, teams.teamOf(namespace));
    }

    /**
     * Checks the team that an object declares, and the scope of the ProviderConfig it uses.
     *
     * @return why the use is rejected; empty if it is permitted
     * @throws dev.butlerlabs.core.error.ButlerException if the team of the namespace cannot be read
     */
    public Optional<PolicyViolation> checkDeclaredTeam(
            String namespace, Optional<String> declared, ProviderConfig config) {
        Optional<String> onlyTeam = onlyTeam(config);
        if (declared.isEmpty() && onlyTeam.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> actual = ReferencePolicy.isPlatform(namespace) ? declared : teams.teamOf(namespace);
        return TeamPolicy.check(namespace, actual, declared)
                .or(() -> checkScope(namespace, ObjectName.from(config), onlyTeam, actual));
    }

    private static Optional<PolicyViolation> checkScope(
            String namespace, ObjectName config, Optional<String> onlyTeam, Optional<String> team) {
        return onlyTeam.isEmpty() || onlyTeam.equals(team)
                ? Optional.empty()
                : Optional.of(new PolicyViolation(
                        Reasons.PROVIDER_ACCESS_DENIED,
                        "ProviderConfig %s is limited to one team, and namespace \"%s\" belongs to %s."
                                .formatted(
                                        config,
                                        namespace,
                                        team.map("team \"%s\""::formatted).orElse("no team"))));
    }
}
