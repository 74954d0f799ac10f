package dev.butlerlabs.core.identity.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec.Access;
import dev.butlerlabs.core.api.TeamSpec.GroupAccess;
import dev.butlerlabs.core.api.TeamSpec.Role;
import dev.butlerlabs.core.api.TeamSpec.UserAccess;
import dev.butlerlabs.core.api.TeamSpecBuilder;
import dev.butlerlabs.core.api.TeamSpecResourceLimitsBuilder;
import dev.butlerlabs.core.api.TeamStatus.ResourceUsage;
import dev.butlerlabs.core.api.TeamStatusBuilder;
import dev.butlerlabs.core.boundary.TeamNamePolicy;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.identity.change.TeamQuotaReport.Row;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TeamChangesTest {
    private static Team team(Access access) {
        Team team = new Team();
        team.setMetadata(new ObjectMetaBuilder().withName("payments").build());
        team.setSpec(TeamSpecBuilder.builder().access(access).build());
        return team;
    }

    private static Map<String, Object> access(String list, List<?> members) {
        return Map.of("spec", Map.of("access", Map.of(list, members)));
    }

    @Test
    void aNewMemberIsAddedAndAnotherRoleReplacesTheOld() {
        UserAccess bob = new UserAccess("bob", null);
        Team team = team(new Access(List.of(new UserAccess("ada", Role.VIEWER), bob), List.of()));

        assertEquals(
                access("users", List.of(bob, new UserAccess("ada", Role.ADMIN))),
                TeamMembers.with(team, new TeamMember("ada", false, Role.ADMIN)));
        assertEquals(Map.of(), TeamMembers.with(team, new TeamMember("bob", false, Role.VIEWER)), "the default role");
        assertEquals(
                access("users", List.of(bob)), TeamMembers.without(team, new TeamMember("ada", false, Role.VIEWER)));
    }

    @Test
    void theRoleOfAGroupWithoutAnIdentityProviderChanges() {
        Team team = team(new Access(List.of(), List.of(new GroupAccess("devs", Role.VIEWER, null))));

        assertEquals(
                access("groups", List.of(new GroupAccess("devs", Role.ADMIN, null))),
                TeamMembers.with(team, new TeamMember("devs", true, Role.ADMIN)));
    }

    @Test
    void aGroupKeepsItsIdentityProviderWhenItsRoleChanges() {
        Team team = team(new Access(List.of(), List.of(new GroupAccess("devs", Role.VIEWER, "sso"))));

        assertEquals(
                access("groups", List.of(new GroupAccess("devs", Role.OPERATOR, "sso"))),
                TeamMembers.with(team, new TeamMember("devs", true, Role.OPERATOR)));
    }

    @Test
    void aTeamWithoutAccessHasNoMembers() {
        assertEquals(List.of(), TeamMembers.of(team(null)));
    }

    @Test
    void settingsChangeOnlyWhatIsGiven() {
        TeamSettings settings = new TeamSettings(
                Optional.of("Payments"),
                Optional.empty(),
                Map.of(TeamLimit.CLUSTERS, "0", TeamLimit.MEMORY, "none"),
                Map.of("deniedAddons", List.of("none")));

        Map<?, ?> limits = (Map<?, ?>) settings.fields().asMap().get("resourceLimits");
        assertEquals(0, limits.get("maxClusters"));
        assertTrue(limits.containsKey("maxMemory") && limits.get("maxMemory") == null, "null removes the field");
        assertTrue(limits.containsKey("deniedAddons") && limits.get("deniedAddons") == null);
        assertEquals(3, limits.size());
        assertEquals("Payments", settings.fields().asMap().get("displayName"));
        assertEquals(
                Map.of("maxClusters", 0),
                MergeFields.withoutNulls(Map.of("a", limits)).get("a"));
        assertEquals(Map.of(), MergeFields.withoutNulls(Collections.singletonMap("a", null)));
    }

    @Test
    void reportsEveryLimitThatIsNotValid() {
        TeamSettings settings = new TeamSettings(
                Optional.empty(),
                Optional.empty(),
                Map.of(
                        TeamLimit.CLUSTERS,
                        "-1",
                        TeamLimit.NODES,
                        "1.5",
                        TeamLimit.CPU,
                        "1.5",
                        TeamLimit.STORAGE,
                        "2Tb"),
                Map.of());

        assertEquals(
                List.of("--max-clusters", "--max-nodes", "--max-storage"),
                settings.problems().stream().map(InputProblem::path).toList());
        assertTrue(Arrays.stream(TeamLimit.values()).allMatch(limit -> limit.accepts("none")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "kube-x", "capi-system", "butler-tenants", "A", "-a", "a_b", ""})
    void aTeamCannotHaveTheNameOfANamespaceOfThePlatform(String name) {
        assertTrue(TeamNamePolicy.problem(name).isPresent());
        assertEquals(Optional.empty(), TeamNamePolicy.problem("payments"));
    }

    @ParameterizedTest
    @CsvSource({"3, 5, 60", "0, 0, 100", "1, 0, 101", "6, 5, 120", "1, 3, 34", "0, 5, 0"})
    void roundsTheUsageUpSoThatFullMeansFull(String used, String limit, int percent) {
        assertEquals(
                Optional.of(percent),
                new Row("x", Optional.of(new Quantity(used)), Optional.of(new Quantity(limit))).percent());
    }

    @Test
    void reportsLimitsAndUsage() {
        Team team = team(null);
        team.setSpec(TeamSpecBuilder.builder()
                .resourceLimits(TeamSpecResourceLimitsBuilder.builder()
                        .maxClusters(5)
                        .maxMemory(new Quantity("64Gi"))
                        .build())
                .build());
        team.setStatus(TeamStatusBuilder.builder()
                .resourceUsage(new ResourceUsage(
                        2, 4, new Quantity("16"), new Quantity("32Gi"), new Quantity("400Gi"), null, null, null, null))
                .build());

        List<Row> rows = TeamQuotaReport.of(team);
        assertEquals(
                List.of("clusters", "nodes", "cpu", "memory", "storage"),
                rows.stream().map(Row::resource).toList());
        assertEquals(Optional.of(40), rows.getFirst().percent());
        assertEquals(Optional.empty(), rows.get(1).percent(), "unlimited");
        assertEquals(Optional.of(50), rows.get(3).percent());
        assertEquals(Optional.empty(), TeamQuotaReport.of(team(null)).getFirst().used());
    }
}
