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

/** What can be said of a tenant cluster at a glance. */
public final class TenantFacts {
    private TenantFacts() {}

    public static String phase(TenantCluster cluster) {
        if (cluster.getMetadata().getDeletionTimestamp() != null) {
            return "Deleting";
        }
        return status(cluster)
                .map(TenantClusterStatus::phase)
                .map(TenantFacts::word)
                .orElse("Pending");
    }

    /** The word by which an API value is written: {@code GIT_OPS} is {@code GitOps}. */
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

    /** The Kubernetes that was last seen running. */
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

    /** Whether the controller only looks and does not act. */
    public static boolean isPaused(TenantCluster cluster) {
        return cluster.getSpec().managementPolicy() != null
                && cluster.getSpec().managementPolicy().mode() == Mode.OBSERVE;
    }

    /** {@code WorkersReady is False (WorkersProvisioning): 1 of 3 are ready}. */
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
