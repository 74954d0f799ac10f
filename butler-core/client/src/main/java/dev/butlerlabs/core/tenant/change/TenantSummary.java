package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.ManagementPolicy.Mode;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.api.TenantClusterStatus.ObservedState;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads summary information of a tenant cluster. Pure functions. */
public final class TenantSummary {
    private TenantSummary() {}

    /** Returns the phase for display; {@code Deleting} for a cluster that is being deleted. */
    public static String phase(TenantCluster cluster) {
        if (cluster.getMetadata().getDeletionTimestamp() != null) {
            return "Deleting";
        }
        return status(cluster)
                .map(TenantClusterStatus::phase)
                .map(TenantSummary::word)
                .orElse("Pending");
    }

    /** Returns the API value of an enum constant: {@code GitOps} for {@code GIT_OPS}. */
    public static String word(Enum<?> value) {
        return Arrays.stream(value.name().split("_"))
                .map(part -> part.charAt(0) + part.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }

    public static int readyWorkers(TenantCluster cluster) {
        return observed(cluster)
                .map(ObservedState::workers)
                .map(TenantClusterStatus.ObservedWorkers::ready)
                .or(() -> status(cluster).map(TenantClusterStatus::workerNodesReady))
                .orElse(0);
    }

    public static int wantedWorkers(TenantCluster cluster) {
        return cluster.getSpec().workers() == null
                ? 0
                : cluster.getSpec().workers().replicas();
    }

    /** Returns the Kubernetes version that was last observed. */
    public static Optional<String> runningVersion(TenantCluster cluster) {
        return observed(cluster).map(ObservedState::kubernetesVersion);
    }

    public static Optional<String> endpoint(TenantCluster cluster) {
        return status(cluster).map(TenantClusterStatus::controlPlaneEndpoint);
    }

    public static Optional<String> tenantNamespace(TenantCluster cluster) {
        return status(cluster).map(TenantClusterStatus::tenantNamespace);
    }

    public static Optional<String> provider(TenantCluster cluster) {
        return Optional.ofNullable(cluster.getSpec().providerConfigRef()).map(reference -> reference.name());
    }

    /** Returns whether reconciliation of the cluster is paused. */
    public static boolean isPaused(TenantCluster cluster) {
        return cluster.getSpec().managementPolicy() != null
                && cluster.getSpec().managementPolicy().mode() == Mode.OBSERVE;
    }

    /** Returns text such as {@code WorkersReady is False (WorkersProvisioning): 1/3 workers ready}. */
    static String sentence(Condition condition) {
        return "%s is %s%s%s"
                .formatted(
                        condition.getType(),
                        condition.getStatus(),
                        detail(" (%s)", condition.getReason()),
                        detail(": %s", condition.getMessage()));
    }

    private static String detail(String format, String value) {
        return value == null || value.isEmpty() ? "" : format.formatted(value);
    }

    private static Optional<ObservedState> observed(TenantCluster cluster) {
        return status(cluster).map(TenantClusterStatus::observedState);
    }

    private static Optional<TenantClusterStatus> status(TenantCluster cluster) {
        return Optional.ofNullable(cluster.getStatus());
    }
}
