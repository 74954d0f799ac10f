package dev.butlerlabs.core.team;

import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.User;
import dev.butlerlabs.core.api.UserSpec;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Remembers the teams and the users they name, so that a change of a user wakes them. Thread-safe. */
final class TeamMemberIndex {
    private final Map<String, Set<String>> usersByTeam = new ConcurrentHashMap<>();

    void record(String team, TeamSpec.Access access) {
        usersByTeam.put(
                team,
                access.users().stream().map(member -> folded(member.name())).collect(Collectors.toUnmodifiableSet()));
    }

    void forget(String team) {
        usersByTeam.remove(team);
    }

    Set<String> teams() {
        return Set.copyOf(usersByTeam.keySet());
    }

    /** Returns the teams that name a user or its email address. The spec of a user that cannot be decoded is absent. */
    Set<String> teamsOf(User user) {
        Set<String> names = Stream.concat(
                        Stream.of(user.getMetadata().getName()),
                        Optional.ofNullable(user.getSpec()).map(UserSpec::email).stream())
                .map(TeamMemberIndex::folded)
                .collect(Collectors.toUnmodifiableSet());
        return usersByTeam.entrySet().stream()
                .filter(entry -> !Collections.disjoint(entry.getValue(), names))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
