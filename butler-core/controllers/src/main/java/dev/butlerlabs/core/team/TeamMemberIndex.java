package dev.butlerlabs.core.team;

import dev.butlerlabs.core.api.TeamSpec;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Remembers which teams name a user, so that a change of the user wakes them. Thread-safe. */
final class TeamMemberIndex {
    private final Map<String, Set<String>> usersByTeam = new ConcurrentHashMap<>();

    void record(String team, TeamSpec.Access access) {
        usersByTeam.put(
                team, access.users().stream().map(TeamSpec.UserAccess::name).collect(Collectors.toUnmodifiableSet()));
    }

    void forget(String team) {
        usersByTeam.remove(team);
    }

    Set<String> teamsOf(String user) {
        return usersByTeam.entrySet().stream()
                .filter(entry -> entry.getValue().contains(user))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }
}
