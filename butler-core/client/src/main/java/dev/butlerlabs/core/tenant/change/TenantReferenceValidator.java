package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.boundary.PolicyViolation;
import dev.butlerlabs.core.boundary.ProviderAccessPolicy;
import dev.butlerlabs.core.boundary.TeamPolicy;
import dev.butlerlabs.core.boundary.TeamReader;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Validates the references of a TenantCluster that the controllers would reject, before it is written. References that the user may not
 * read are left to the controllers.
 */
final class TenantReferenceValidator {
    private static final String PROVIDER = "spec.providerConfigRef";
    private static final String TEAM = "spec.teamRef";

    private final TeamReader teams;
    private final ProviderAccessPolicy access;

    TenantReferenceValidator(KubernetesClient client) {
        this.teams = new TeamReader(client);
        this.access = new ProviderAccessPolicy(teams);
    }

    /** @throws ButlerException with every problem */
    void validate(TenantDocument document, String namespace) {
        List<InputProblem> problems = new ArrayList<>();
        refusedReference(document, namespace)
                .ifPresent(refusal -> problems.add(document.problem(PROVIDER, refusal.message(), "")));
        refusedTeam(document, namespace)
                .ifPresent(refusal -> problems.add(document.problem(TEAM, refusal.message(), "")));
        if (!problems.isEmpty()) {
            throw ButlerException.invalid(
                    "The TenantCluster is not permitted in namespace \"%s\".".formatted(namespace), problems);
        }
    }

    private static Optional<PolicyViolation> refusedReference(TenantDocument document, String namespace) {
        return document.fields()
                .text(PROVIDER + ".namespace")
                .filter(other -> !other.isEmpty())
                .flatMap(other -> ProviderAccessPolicy.checkReference(
                        PROVIDER,
                        namespace,
                        new ObjectName(
                                other,
                                document.fields().text(PROVIDER + ".name").orElse(""))));
    }

    private Optional<PolicyViolation> refusedTeam(TenantDocument document, String namespace) {
        Optional<String> declared = document.fields().text(TEAM + ".name").filter(team -> !team.isEmpty());
        return declared.isEmpty()
                ? Optional.empty()
                : unlessDenied(() -> TeamPolicy.check(namespace, teams.teamOf(namespace), declared));
    }

    /** Returns whether a cluster of a namespace may use a ProviderConfig of the platform. */
    boolean mayUse(String namespace, ProviderConfig config) {
        return unlessDenied(() -> access.checkScope(
                        namespace,
                        new ObjectName(Namespaces.SYSTEM, config.getMetadata().getName()),
                        ProviderAccessPolicy.onlyTeam(config)))
                .isEmpty();
    }

    private static Optional<PolicyViolation> unlessDenied(Supplier<Optional<PolicyViolation>> check) {
        try {
            return check.get();
        } catch (ButlerException e) {
            if (e.kind() == ErrorKind.DENIED) {
                return Optional.empty();
            }
            throw e;
        }
    }
}
