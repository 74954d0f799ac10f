package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.OperatingSystem;
import dev.butlerlabs.core.api.TenantClusterSpec.Talos;
import dev.butlerlabs.core.version.ReleaseVersion;
import dev.butlerlabs.core.version.VersionContract;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/** Reads the versions of a tenant cluster for an upgrade plan. Thread-safe. */
public final class UpgradeSituationReader {
    private final KubernetesClient client;

    public UpgradeSituationReader(KubernetesClient client) {
        this.client = client;
    }

    /** Returns the versions of the control plane and of the workers. */
    public UpgradePath.Situation read(TenantCluster cluster, List<ReleaseVersion> stops) {
        List<ReleaseVersion> workers = new TenantObjectFinder(client)
                .machines(cluster).stream()
                        .flatMap((TenantMachine machine) -> machine.version().stream())
                        .flatMap(text -> ReleaseVersion.find(text).stream())
                        .toList();
        return new UpgradePath.Situation(running(cluster).orElseThrow(), workers, talos(cluster), stops);
    }

    /** Returns the version that the control plane runs, or else the requested one. */
    public static Optional<ReleaseVersion> running(TenantCluster cluster) {
        return ReleaseVersion.find(TenantSummary.runningVersion(cluster)
                .orElseGet(() -> cluster.getSpec().kubernetesVersion()));
    }

    private static Optional<VersionContract> talos(TenantCluster cluster) {
        return Optional.ofNullable(cluster.getSpec().workers().machineTemplate())
                .flatMap(template -> Optional.ofNullable(template.os()))
                .filter(os -> os.type() == OperatingSystem.Type.TALOS)
                .map(os -> os.talos() == null || os.talos().version() == null
                        ? Talos.DEFAULT_VERSION
                        : os.talos().version())
                .map(VersionContract::parse);
    }
}
