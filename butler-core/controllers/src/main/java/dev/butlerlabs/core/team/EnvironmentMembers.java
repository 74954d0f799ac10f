package dev.butlerlabs.core.team;

import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TeamSpec.Environment;
import dev.butlerlabs.core.api.TeamSpec.Role;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The additional members of the environments of a team. Viewers read what viewers of the team read. Operators and administrators also change
 * the tenant clusters of their environments; an admission policy of the chart rejects their changes of others. Pure functions.
 *
 * @param viewers the members that only read
 * @param operators the members that change tenant clusters
 * @param rules the content of the ConfigMap that the policy reads
 */
record EnvironmentMembers(List<Subject> viewers, List<Subject> operators, Map<String, String> rules) {
    /** The subjects that the policy does not restrict, one per line. */
    static final String UNRESTRICTED = "unrestricted";

    /** The environments of each restricted subject: subject, tab, environments separated by commas. */
    static final String ENVIRONMENTS = "environments";

    EnvironmentMembers {
        viewers = List.copyOf(viewers);
        operators = List.copyOf(operators);
        rules = Map.copyOf(rules);
    }

    static EnvironmentMembers of(TeamSpec spec, TeamUsers users) {
        Map<Subject, TreeSet<String>> operators = new TreeMap<>(TeamBindings.ORDER);
        TreeSet<Subject> viewers = new TreeSet<>(TeamBindings.ORDER);
        for (Environment environment : spec.environments()) {
            Optional<TeamSpec.Access> access = Optional.ofNullable(environment.access());
            changing(access, users)
                    .filter(EnvironmentMembers::canBeWritten)
                    .forEach(subject -> operators
                            .computeIfAbsent(subject, _ -> new TreeSet<>())
                            .add(environment.name()));
            access.stream()
                    .flatMap(given -> TeamBindings.subjects(Role.VIEWER, given, users))
                    .forEach(viewers::add);
        }
        return new EnvironmentMembers(
                List.copyOf(viewers), List.copyOf(operators.keySet()), rules(spec, users, operators));
    }

    private static Stream<Subject> changing(Optional<TeamSpec.Access> access, TeamUsers users) {
        return access.stream()
                .flatMap(given -> Stream.of(Role.OPERATOR, Role.ADMIN)
                        .flatMap(role -> TeamBindings.subjects(role, given, users)));
    }

    /** A name with a line break or a tab would change the meaning of the rules. */
    private static boolean canBeWritten(Subject subject) {
        return subject.getName().chars().noneMatch(Character::isISOControl);
    }

    private static Map<String, String> rules(
            TeamSpec spec, TeamUsers users, Map<Subject, ? extends Collection<String>> operators) {
        List<String> lines = new ArrayList<>();
        operators.forEach((subject, names) -> lines.add(word(subject) + "\t" + String.join(",", names)));
        String unrestricted = changing(Optional.ofNullable(spec.access()), users)
                .filter(EnvironmentMembers::canBeWritten)
                .sorted(TeamBindings.ORDER)
                .map(EnvironmentMembers::word)
                .collect(Collectors.joining("\n"));
        return Map.of(UNRESTRICTED, unrestricted, ENVIRONMENTS, String.join("\n", lines));
    }

    private static String word(Subject subject) {
        return subject.getKind() + ":" + subject.getName();
    }

    boolean isEmpty() {
        return viewers.isEmpty() && operators.isEmpty();
    }

    Stream<Subject> all() {
        return Stream.concat(viewers.stream(), operators.stream());
    }
}
