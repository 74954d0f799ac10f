package dev.butlerlabs.core.team;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.admission.AdmissionDecision;
import dev.butlerlabs.core.admission.AdmissionRequest;
import dev.butlerlabs.core.admission.AdmissionRequest.Operation;
import dev.butlerlabs.core.admission.AdmissionRequest.Requester;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TeamNamespaceRuleTest {
    private final InMemoryKubernetes api = InMemoryKubernetes.open();
    private final TeamNamespaceRule rule = new TeamNamespaceRule(api.client());

    @AfterEach
    void close() {
        api.close();
    }

    private AdmissionDecision decide(Operation operation, String name) {
        Team team = new Team();
        team.setMetadata(new ObjectMetaBuilder().withName(name).build());
        return rule.decide(new AdmissionRequest<>(
                operation, Optional.empty(), Optional.of(team), new Requester("ada", List.of()), false));
    }

    private void namespace(String name, Map<String, String> labels) {
        api.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withLabels(labels)
                        .endMetadata()
                        .build())
                .create();
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "kube-system", "butler-tenants", "capa-system"})
    void rejectsReservedNames(String name) {
        assertThat(decide(Operation.CREATE, name).problems())
                .singleElement()
                .asString()
                .startsWith("metadata.name: ")
                .contains("reserved");
    }

    @Test
    void rejectsANamespaceThatWasNotCreatedForTheTeam() {
        namespace("monitoring", Map.of());
        assertThat(decide(Operation.CREATE, "monitoring").problems())
                .singleElement()
                .asString()
                .contains("was not created for this team");
    }

    @Test
    void admitsANewNamespaceAndOneThatWasHandedOver() {
        namespace("payments", Map.of(Labels.MANAGED_BY, "butler", Labels.TEAM, "payments"));
        assertThat(decide(Operation.CREATE, "payments").isAdmitted()).isTrue();
        assertThat(decide(Operation.CREATE, "billing").isAdmitted()).isTrue();
    }

    /** The reconciler reports it; the Team must remain editable. */
    @Test
    void admitsChangesOfAnExistingTeam() {
        assertThat(decide(Operation.UPDATE, "kube-system").isAdmitted()).isTrue();
    }
}
