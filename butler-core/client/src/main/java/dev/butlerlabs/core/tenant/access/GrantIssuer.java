package dev.butlerlabs.core.tenant.access;

import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Issues grants that may end by themselves. The end is planned in the management cluster before the grant exists, so that a crash cannot
 * leave a grant without its end. Thread-safe.
 */
public final class GrantIssuer {
    /** A second check removes objects that a delayed request created after the first. */
    static final Duration SECOND_CHECK = Duration.ofMinutes(5);

    private final AccessCheckRepository checks;
    private final TenantAccessClient grants;

    /**
     * @param management connected to the management cluster
     * @param tenant connected to the tenant cluster
     */
    public GrantIssuer(KubernetesClient management, KubernetesClient tenant) {
        this.checks = new AccessCheckRepository(management, TenantAccessClient.MANAGER);
        this.grants = new TenantAccessClient(tenant);
    }

    /**
     * Creates or changes a grant; idempotent. See {@link TenantAccessClient#grant}.
     */
    public Optional<String> issue(
            ObjectName cluster, TenantAccessGrant grant, GrantTerms terms, Duration tokenLifetime) {
        Objects.requireNonNull(cluster, "cluster");
        grants.requireRole(grant.role());
        terms.until()
                .ifPresent(end ->
                        checks.change(cluster, planned -> planned.plus(List.of(end, end.plus(SECOND_CHECK)))));
        return grants.grant(grant, terms, tokenLifetime);
    }
}
