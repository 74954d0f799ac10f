package dev.butlerlabs.core.boundary;

import java.util.List;
import java.util.Optional;

/** Decides which team a namespace belongs to, and whether an object may declare a team. Pure functions. Thread-safe. */
public final class TeamPolicy {
    private TeamPolicy() {}

    /**
     * A Team.
     *
     * @param namespace the namespace in its status
     */
    record NamedTeam(String name, Optional<String> namespace) {}

    /** Returns the Team whose status names a namespace, otherwise the Team of the same name; empty if the result is ambiguous. */
    static Optional<String> teamOf(String namespace, List<NamedTeam> teams) {
        List<String> claiming = teams.stream()
                .filter(team -> team.namespace().filter(namespace::equals).isPresent())
                .map(NamedTeam::name)
                .toList();
        if (!claiming.isEmpty()) {
            return claiming.size() == 1 ? Optional.of(claiming.getFirst()) : Optional.empty();
        }
        return teams.stream()
                .filter(team -> team.name().equals(namespace))
                .filter(team ->
                        team.namespace().filter(other -> !other.isBlank()).isEmpty())
                .map(NamedTeam::name)
                .findFirst();
    }

    /**
     * Checks the team that an object declares in {@code spec.teamRef}. Objects of the platform namespace may declare any team.
     *
     * @param actual the team of the namespace
     * @return why the declaration is rejected; empty if it is permitted
     */
    public static Optional<PolicyViolation> check(
            String namespace, Optional<String> actual, Optional<String> declared) {
        return declared.isEmpty() || declared.equals(actual) || ReferencePolicy.isPlatform(namespace)
                ? Optional.empty()
                : Optional.of(new PolicyViolation(
                        PolicyViolation.TEAM_MISMATCH,
                        "spec.teamRef names team \"%s\", but namespace \"%s\" belongs to %s. Remove spec.teamRef, or create the object in the namespace of team \"%s\"."
                                .formatted(
                                        declared.get(),
                                        namespace,
                                        actual.map("team \"%s\""::formatted).orElse("no team"),
                                        declared.get())));
    }
}
