package dev.butlerlabs.core.identity;

import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.User;
import dev.butlerlabs.core.api.UserStatus.Membership;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Remembers the users and their teams, so that a change of a team wakes its former and its new members. Thread-safe. */
final class UserIndex {
    private final Map<String, Entry> users = new ConcurrentHashMap<>();

    private record Entry(User user, Set<String> teams) {}

    void record(User user, List<Membership> memberships) {
        users.put(
                user.getMetadata().getName(),
                new Entry(user, memberships.stream().map(Membership::name).collect(Collectors.toUnmodifiableSet())));
    }

    /** Returns the users that a change of a team affects. */
    Set<String> affectedBy(Team team) {
        return users.entrySet().stream()
                .filter(entry ->
                        entry.getValue().teams().contains(team.getMetadata().getName())
                                || UserMemberships.role(entry.getValue().user(), team)
                                        .isPresent())
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }
}
