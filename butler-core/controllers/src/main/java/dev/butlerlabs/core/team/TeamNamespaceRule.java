package dev.butlerlabs.core.team;

import dev.butlerlabs.core.admission.AdmissionDecision;
import dev.butlerlabs.core.admission.AdmissionRequest;
import dev.butlerlabs.core.admission.AdmissionRequest.Operation;
import dev.butlerlabs.core.admission.AdmissionRule;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/** Rejects Teams whose namespace is reserved, or exists and was not created for the team. {@link TeamReconciler} applies the same rule. */
public final class TeamNamespaceRule implements AdmissionRule<Team> {
    private final KubernetesClient client;

    public TeamNamespaceRule(KubernetesClient client) {
        this.client = client;
    }

    @Override
    public Class<Team> kind() {
        return Team.class;
    }

    @Override
    public AdmissionDecision decide(AdmissionRequest<Team> request) {
        if (request.operation() != Operation.CREATE) {
            return AdmissionDecision.ADMITTED;
        }
        Team team = request.after().orElseThrow();
        return TeamNamespace.rejection(team, find(team.getMetadata().getName()))
                .map(rejection -> new AdmissionDecision(List.of("metadata.name: " + rejection.message())))
                .orElse(AdmissionDecision.ADMITTED);
    }

    private Optional<Namespace> find(String name) {
        return KubeErrorMapper.translating(
                "reading namespace " + name,
                () -> Optional.ofNullable(client.namespaces().withName(name).get()));
    }
}
