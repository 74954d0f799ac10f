package dev.butlerlabs.operator;

import dev.butlerlabs.core.admission.AdmissionRule;
import dev.butlerlabs.core.quota.AddonAdmissionRule;
import dev.butlerlabs.core.quota.ClusterAdmissionRule;
import dev.butlerlabs.core.quota.ClusterReservations;
import dev.butlerlabs.core.team.TeamNamespaceRule;
import dev.butlerlabs.core.tenant.ProviderConfigFinder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.List;

/** Creates the rules that the admission webhook serves. */
final class AdmissionRules {
    private AdmissionRules() {}

    /**
     * Returns all rules.
     *
     * @param client can write on every replica, not only on the leader
     */
    static List<AdmissionRule<?>> all(KubernetesClient client) {
        ClusterReservations reservations =
                new ClusterReservations(client, new ProviderConfigFinder(client), InstantSource.system());
        return List.of(
                new TeamNamespaceRule(client), new ClusterAdmissionRule(reservations), new AddonAdmissionRule(client));
    }
}
