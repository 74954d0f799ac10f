package dev.butlerlabs.core.team;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.UserSpec;
import dev.butlerlabs.core.testing.ProjectRoot;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Compares the admission policies of the chart with the classes, since nothing else does if a field is added. */
final class TeamPolicyFieldsTest {
    /** What administrators of a team and users can change themselves. */
    private static final Set<String> FREE_IN_TEAMS = Set.of("displayName", "description", "access", "environments");

    private static final Set<String> FREE_IN_USERS = Set.of("displayName", "avatar", "sshKeys");

    private static String policy(String name) throws IOException {
        String chart =
                Files.readString(ProjectRoot.find().resolve("manifests/chart/butler/templates/admission-teams.yaml"));
        return Arrays.stream(chart.split("(?m)^---$", -1))
                .filter(document -> document.contains("kind: ValidatingAdmissionPolicy\n"))
                .filter(document -> document.contains("name: " + name + "\n"))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> protectedFields(Class<?> spec, Set<String> free) {
        return Arrays.stream(spec.getRecordComponents())
                .map(RecordComponent::getName)
                .filter(name -> !free.contains(name))
                .toList();
    }

    @Test
    void everyOtherFieldOfATeamIsProtected() throws IOException {
        String policy = policy("butler-teams");
        assertThat(protectedFields(TeamSpec.class, FREE_IN_TEAMS))
                .isNotEmpty()
                .allMatch(field ->
                        policy.contains("variables.spec.?%s == variables.storedSpec.?%s".formatted(field, field)));
    }

    @Test
    void everyOtherFieldOfAUserIsProtected() throws IOException {
        String policy = policy("butler-users");
        assertThat(protectedFields(UserSpec.class, FREE_IN_USERS))
                .isNotEmpty()
                .allMatch(field -> Pattern.compile(
                                "variables\\.spec\\.\\?%s(\\.orValue\\([^)]*\\))? == ".formatted(field))
                        .matcher(policy)
                        .find());
    }

    @Test
    void thePolicyReservesTheNamesThatTheReconcilerRejects() throws IOException {
        String policy = policy("butler-teams");
        for (String name : List.of("default", "butler-system", "butler-tenants")) {
            assertThat(policy).contains("'" + name + "'");
            assertThat(TeamNamespace.rejection(team(name), Optional.empty())).isPresent();
        }
        assertThat(policy).contains("startsWith('kube-')", "endsWith('-system')");
        assertThat(TeamNamespace.rejection(team("kube-x"), Optional.empty())).isPresent();
        assertThat(TeamNamespace.rejection(team("x-system"), Optional.empty())).isPresent();
        assertThat(TeamNamespace.rejection(team("payments"), Optional.empty())).isEmpty();
    }

    private static Team team(String name) {
        Team team = new Team();
        team.setMetadata(new ObjectMetaBuilder().withName(name).build());
        return team;
    }
}
