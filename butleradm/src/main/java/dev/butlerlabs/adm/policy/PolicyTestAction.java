package dev.butlerlabs.adm.policy;

import dev.butlerlabs.core.admission.AdmissionRequest;
import dev.butlerlabs.core.admission.AdmissionRequest.Operation;
import dev.butlerlabs.core.admission.AdmissionRequest.Requester;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.quota.ClusterAdmissionRule;
import dev.butlerlabs.core.quota.ClusterReservations;
import dev.butlerlabs.core.tenant.ProviderConfigFinder;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.core.tenant.change.TenantDocument;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Applies the rule of the admission webhook to tenant clusters, as a dry run. */
final class PolicyTestAction {
    private final KubernetesClient client;
    private final ClusterAdmissionRule rule;

    PolicyTestAction(KubernetesClient client) {
        this.client = client;
        this.rule = new ClusterAdmissionRule(
                new ClusterReservations(client, new ProviderConfigFinder(client), InstantSource.system()));
    }

    /** @throws dev.butlerlabs.core.error.ButlerException if the API is not reachable */
    List<PolicyTestResult> run(List<TenantDocument> documents, Requester requester) {
        return documents.stream().map(document -> run(document, requester)).toList();
    }

    private PolicyTestResult run(TenantDocument document, Requester requester) {
        ObjectName name = document.objectName(Namespaces.TENANTS);
        Optional<TenantCluster> before = new TenantClusterClient(client).find(name);
        TenantCluster after = client.getKubernetesSerialization().convertValue(document.tree(), TenantCluster.class);
        before.ifPresent(
                stored -> after.getMetadata().setUid(stored.getMetadata().getUid()));
        Operation operation = before.isPresent() ? Operation.UPDATE : Operation.CREATE;
        return new PolicyTestResult(
                name,
                operation,
                rule.decide(new AdmissionRequest<>(operation, before, Optional.of(after), requester, true))
                        .problems());
    }
}
