package dev.butlerlabs.core.tenant.expiry;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.audit.AuditRecord;
import dev.butlerlabs.core.audit.AuditVerb;
import dev.butlerlabs.core.audit.AuditWriter;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.tenant.access.AccessCheckRepository;
import dev.butlerlabs.core.tenant.access.AccessCheckTimes;
import dev.butlerlabs.core.tenant.access.TenantAccessClient;
import dev.butlerlabs.core.tenant.access.TenantAccessEntry;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the expired grants of a tenant cluster when a planned check is due, then removes the check. A failed check stays planned and is
 * repeated. Idempotent and safe in several processes.
 */
final class GrantExpiryStep {
    private static final Logger LOG = LoggerFactory.getLogger(GrantExpiryStep.class);
    private static final String AUTHOR = "butler-controllers";

    private final AccessCheckRepository checks;
    private final Function<TenantCluster, KubernetesClient> connector;
    private final AuditWriter audit;
    private final InstantSource clock;

    /** @param connector connects to a tenant cluster */
    GrantExpiryStep(KubernetesClient client, Function<TenantCluster, KubernetesClient> connector, InstantSource clock) {
        this.checks = new AccessCheckRepository(client, ServerSideApply.BUTLER);
        this.connector = connector;
        this.audit = new AuditWriter(client);
        this.clock = clock;
    }

    StepResult run(TenantCluster observed) {
        ObjectName name = ObjectName.from(observed);
        TenantCluster cluster = checks.get(name);
        Instant now = clock.instant();
        if (AccessCheckTimes.of(cluster).isDue(now)) {
            TenantAccessClient.ExpiryResult result = check(cluster, now);
            result.ended().forEach(entry -> record(cluster, entry));
            // The ends of the remaining grants are added again in case the annotation was damaged.
            checks.change(name, planned -> planned.after(now).plus(result.next()));
        }
        return StepResult.done();
    }

    private TenantAccessClient.ExpiryResult check(TenantCluster cluster, Instant now) {
        try (KubernetesClient tenant = connector.apply(cluster)) {
            return new TenantAccessClient(tenant).deleteExpired(now);
        }
    }

    /** A grant that is not recorded has ended nevertheless. */
    private void record(TenantCluster cluster, TenantAccessEntry entry) {
        try {
            audit.write(
                    new AuditRecord(
                            clock.instant(),
                            new AuditRecord.Author.User(AUTHOR),
                            AuditVerb.EXPIRED,
                            AuditRecord.Subject.of(cluster),
                            List.of(entry.grant().toString())),
                    entry.until().toString());
        } catch (RuntimeException e) {
            LOG.warn("The end of a grant in {} is not recorded: {}", ObjectName.from(cluster), e.getMessage());
        }
    }
}
