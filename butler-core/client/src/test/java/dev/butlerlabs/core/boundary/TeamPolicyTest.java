package dev.butlerlabs.core.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.boundary.TeamPolicy.NamedTeam;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TeamPolicyTest {
    private static NamedTeam team(String name, String namespace) {
        return new NamedTeam(name, Optional.of(namespace));
    }

    private static NamedTeam team(String name) {
        return new NamedTeam(name, Optional.empty());
    }

    @Test
    void findsTheTeamWhoseStatusNamesTheNamespace() {
        assertThat(TeamPolicy.teamOf("payments", List.of(team("a", "payments"), team("payments"))))
                .contains("a");
    }

    @Test
    void findsTheTeamOfTheSameNameUnlessItHasAnotherNamespace() {
        assertThat(TeamPolicy.teamOf("payments", List.of(team("a"), team("payments"))))
                .contains("payments");
        assertThat(TeamPolicy.teamOf("payments", List.of(team("payments", "elsewhere"))))
                .isEmpty();
    }

    @Test
    void findsNoTeamWhereTwoClaimTheNamespace() {
        assertThat(TeamPolicy.teamOf("payments", List.of(team("a", "payments"), team("b", "payments"))))
                .isEmpty();
    }

    @Test
    void refusesADeclaredTeamThatIsNotTheNamespaces() {
        assertThat(TeamPolicy.check("team-a", Optional.of("a"), Optional.of("b")))
                .get()
                .isEqualTo(new PolicyViolation(
                        "TeamMismatch",
                        "spec.teamRef names team \"b\", but namespace \"team-a\" belongs to team \"a\". Remove spec.teamRef, or"
                                + " create the object in the namespace of team \"b\"."));
        assertThat(TeamPolicy.check("butler-tenants", Optional.empty(), Optional.of("b")))
                .get()
                .extracting(PolicyViolation::message)
                .asString()
                .contains("belongs to no team");
    }

    @Test
    void permitsNoDeclarationTheRightOneAndAnyInThePlatformNamespace() {
        assertThat(TeamPolicy.check("team-a", Optional.of("a"), Optional.empty()))
                .isEmpty();
        assertThat(TeamPolicy.check("team-a", Optional.of("a"), Optional.of("a")))
                .isEmpty();
        assertThat(TeamPolicy.check("butler-system", Optional.empty(), Optional.of("b")))
                .isEmpty();
    }
}
