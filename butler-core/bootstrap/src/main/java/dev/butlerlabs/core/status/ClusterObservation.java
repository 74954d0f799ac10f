package dev.butlerlabs.core.status;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Everything that was read about a management cluster. Immutable.
 *
 * @param server the address of its Kubernetes API
 * @param at when the reading started
 */
public record ClusterObservation(
        String server,
        Instant at,
        SourceResult<List<NodeObservation>> nodes,
        SourceResult<TalosObservation> talos,
        SourceResult<List<AddonObservation>> addons,
        SourceResult<ControllersObservation> controllers,
        SourceResult<List<ProviderObservation>> providers,
        SourceResult<List<PoolObservation>> pools,
        SourceResult<List<TenantObservation>> tenants,
        SourceResult<List<BackupObservation>> backups,
        SourceResult<List<CertificateObservation>> certificates) {
    public ClusterObservation {
        Objects.requireNonNull(server, "server");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(nodes, "nodes");
        Objects.requireNonNull(talos, "talos");
        Objects.requireNonNull(addons, "addons");
        Objects.requireNonNull(controllers, "controllers");
        Objects.requireNonNull(providers, "providers");
        Objects.requireNonNull(pools, "pools");
        Objects.requireNonNull(tenants, "tenants");
        Objects.requireNonNull(backups, "backups");
        Objects.requireNonNull(certificates, "certificates");
    }

    /** Returns the sources that are read from the Kubernetes API only. */
    Stream<SourceResult<?>> kubernetesSources() {
        return Stream.of(nodes, addons, controllers, providers, pools, tenants);
    }
}
