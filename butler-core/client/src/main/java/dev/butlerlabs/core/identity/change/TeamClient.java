package dev.butlerlabs.core.identity.change;

import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TeamStatus;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.User;
import dev.butlerlabs.core.boundary.TeamNamePolicy;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.kube.DecodedList;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import dev.butlerlabs.core.progress.CountFormatter;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads and changes Teams for the command line. Thread-safe; errors of the API are thrown as {@link ButlerException}. */
public final class TeamClient {
    private final KubernetesClient client;
    private final ClusterScopedRepository<Team> teams;

    public TeamClient(KubernetesClient client) {
        this.client = client;
        this.teams = new ClusterScopedRepository<>(client, Team.class, "List the teams with 'butleradm team list'.");
    }

    public DecodedList<Team> list() {
        return teams.list();
    }

    /**
     * Returns a Team.
     *
     * @throws ButlerException with NOT_FOUND if it does not exist
     */
    public Team get(String name) {
        return teams.get(name);
    }

    /** Returns the namespace of a team, which has its name unless its status names another. */
    public static String namespace(Team team) {
        return Optional.ofNullable(team.getStatus())
                .map(TeamStatus::namespace)
                .filter(name -> !name.isBlank())
                .orElse(team.getMetadata().getName());
    }

    /**
     * Creates a Team.
     *
     * @throws ButlerException with every problem of the input, or with CONFLICT if the team exists
     */
    public Team create(String name, TeamSettings settings, List<TeamMember> members) {
        List<InputProblem> problems = new ArrayList<>();
        TeamNamePolicy.problem(name).ifPresent(problem -> problems.add(new InputProblem("NAME", problem)));
        problems.addAll(settings.problems());
        require("Invalid team:", problems);
        Team team = new Team();
        team.setMetadata(new ObjectMetaBuilder().withName(name).build());
        Map<String, Object> spec =
                new LinkedHashMap<>(MergeFields.withoutNulls(settings.fields().asMap()));
        spec.put("access", access(members));
        team.setSpec(client.getKubernetesSerialization().convertValue(spec, TeamSpec.class));
        return teams.create(team);
    }

    private static TeamSpec.Access access(List<TeamMember> members) {
        return new TeamSpec.Access(
                members.stream()
                        .filter(member -> !member.group())
                        .map(member -> new TeamSpec.UserAccess(member.name(), member.role()))
                        .toList(),
                members.stream()
                        .filter(TeamMember::group)
                        .map(member -> new TeamSpec.GroupAccess(member.name(), member.role(), null))
                        .toList());
    }

    /**
     * Changes settings of a Team.
     *
     * @throws ButlerException with every problem of the input, or with NOT_FOUND
     */
    public Team change(String name, TeamSettings settings) {
        require("Invalid settings:", settings.problems());
        Map<String, Object> fields = settings.fields().asMap();
        return teams.change(name, _ -> fields.isEmpty() ? Map.of() : Map.of("spec", fields));
    }

    private static void require(String sentence, List<InputProblem> problems) {
        if (!problems.isEmpty()) {
            throw ButlerException.invalid(sentence, problems);
        }
    }

    /** Adds a member or changes its role. Idempotent. */
    public Team addMember(String team, TeamMember member) {
        return teams.change(team, stored -> TeamMembers.with(stored, member));
    }

    /**
     * Removes a member.
     *
     * @throws ButlerException with NOT_FOUND if the team does not exist or does not name the member
     */
    public Team removeMember(String team, String member, boolean group) {
        return teams.change(
                team,
                stored -> TeamMembers.find(stored, member, group)
                        .map(found -> TeamMembers.without(stored, found))
                        .orElseThrow(() -> new ButlerException(
                                ErrorCode.NOT_FOUND,
                                "Team %s has no %s \"%s\".".formatted(team, group ? "group" : "user", member),
                                "List the members with 'butleradm team describe %s'.".formatted(team))));
    }

    /** Returns whether a User has this name. The controllers bind such a member by its email address. */
    public boolean isUser(String name) {
        return KubeErrorMapper.translating(
                "reading User " + name,
                () -> LenientDecoder.over(client)
                                .resources(User.class)
                                .withName(name)
                                .get()
                        != null);
    }

    /**
     * Verifies that a team can be deleted.
     *
     * @throws ButlerException with CONFLICT and the names of its tenant clusters if it has any
     */
    public void requireWithoutClusters(Team team) {
        List<String> names = clusters(team);
        if (!names.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "Team %s has %s: %s."
                            .formatted(
                                    team.getMetadata().getName(),
                                    CountFormatter.of(names.size(), "tenant cluster"),
                                    String.join(", ", names)),
                    "Delete them first with 'butlerctl cluster delete NAME --team %s'."
                            .formatted(team.getMetadata().getName()));
        }
    }

    private List<String> clusters(Team team) {
        return KubeErrorMapper.translating(
                "listing tenant clusters of " + namespace(team),
                () ->
                        LenientDecoder.over(client)
                                .resources(TenantCluster.class)
                                .inNamespace(namespace(team))
                                .list()
                                .getItems()
                                .stream()
                                .map(cluster -> cluster.getMetadata().getName())
                                .sorted()
                                .toList());
    }

    /** Deletes a Team. Its controller then deletes the namespace. */
    public void delete(Team team) {
        teams.delete(team);
    }
}
