package dev.butlerlabs.core.team;

import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.User;
import dev.butlerlabs.core.kube.DecodedList;
import dev.butlerlabs.core.kube.UndecodableObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The Users of the platform, by name.
 *
 * @param unreadable Users that cannot be decoded: whether one is disabled is not known
 */
record TeamUsers(Map<String, User> readable, Map<String, UndecodableObject> unreadable) {
    TeamUsers {
        readable = Map.copyOf(readable);
        unreadable = Map.copyOf(unreadable);
    }

    static TeamUsers of(DecodedList<User> listed) {
        return new TeamUsers(
                listed.items().stream()
                        .collect(Collectors.toMap(user -> user.getMetadata().getName(), Function.identity())),
                listed.undecodable().stream()
                        .collect(Collectors.toMap(user -> user.name().name(), Function.identity())));
    }

    /**
     * Returns the name by which the API server knows a member: the e-mail address of the User, or the name itself if no User has this name.
     *
     * @return empty if the User cannot be decoded, or if a User of this name or address is disabled
     */
    Optional<String> identity(String member) {
        if (unreadable.containsKey(member)) {
            return Optional.empty();
        }
        String name = Optional.ofNullable(readable.get(member))
                .map(user -> user.getSpec().email())
                .orElse(member);
        return isDisabled(name) ? Optional.empty() : Optional.of(name);
    }

    private boolean isDisabled(String email) {
        return readable.values().stream()
                .anyMatch(user -> Boolean.TRUE.equals(user.getSpec().disabled())
                        && email.equalsIgnoreCase(user.getSpec().email()));
    }

    /** Returns the members that cannot be decoded. */
    List<UndecodableObject> undecodable(TeamSpec.Access access) {
        return access.users().stream()
                .map(member -> Optional.ofNullable(unreadable.get(member.name())))
                .flatMap(Optional::stream)
                .distinct()
                .toList();
    }
}
