package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.admission.AdmissionDecision;
import dev.butlerlabs.core.admission.AdmissionRequest;
import dev.butlerlabs.core.admission.AdmissionRequest.Operation;
import dev.butlerlabs.core.admission.AdmissionRule;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.boundary.AddonPolicy;
import dev.butlerlabs.core.boundary.TeamReader;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/**
 * Admits TenantAddons that the lists of the team permit. The controllers may create those of an admitted cluster. Thread-safe.
 */
public final class AddonAdmissionRule implements AdmissionRule<TenantAddon> {
    private static final String CONTROLLERS =
            "system:serviceaccount:%s:butler-controllers".formatted(Namespaces.SYSTEM);

    private final TeamReader teams;

    public AddonAdmissionRule(KubernetesClient client) {
        this.teams = new TeamReader(client);
    }

    @Override
    public Class<TenantAddon> kind() {
        return TenantAddon.class;
    }

    /** @throws dev.butlerlabs.core.error.ButlerException if the team cannot be read */
    @Override
    public AdmissionDecision decide(AdmissionRequest<TenantAddon> request) {
        Optional<String> name = request.after().flatMap(AddonPolicy::name);
        boolean isUnchanged = name.equals(request.before().flatMap(AddonPolicy::name));
        if (request.operation() == Operation.DELETE
                || isUnchanged
                || request.requester().name().equals(CONTROLLERS)) {
            return AdmissionDecision.ADMITTED;
        }
        return teams.read(request.after().orElseThrow().getMetadata().getNamespace())
                .map(Team::getSpec)
                .map(TeamSpec::resourceLimits)
                .flatMap(limits -> AllowanceRules.addon(limits, name.orElseThrow(), path(request)))
                .map(problem -> new AdmissionDecision(List.of(problem.toString())))
                .orElse(AdmissionDecision.ADMITTED);
    }

    private static String path(AdmissionRequest<TenantAddon> request) {
        return request.after().orElseThrow().getSpec().helm() == null ? "spec.addon" : "spec.helm.chart";
    }
}
