package dev.butlerlabs.core.server.view;

import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.api.TenantClusterStatus.AddonHealth;
import dev.butlerlabs.core.api.TenantClusterStatus.ObservedAddon;
import dev.butlerlabs.core.api.TenantClusterStatus.ObservedState;
import dev.butlerlabs.core.kube.UndecodableObject;
import dev.butlerlabs.core.server.view.ClusterRow.AddonCount;
import dev.butlerlabs.core.server.view.ClusterRow.ControlPlaneState;
import dev.butlerlabs.core.server.view.ClusterRow.WorkerCount;
import dev.butlerlabs.core.tenant.change.TenantSummary;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads rows of tenant clusters. Pure functions. */
public final class ClusterRowBuilder {
    /** In other phases, conditions that are not true yet are not problems. */
    private static final Set<String> SETTLED = Set.of("Ready", "Failed", "Updating");

    private static final int LONGEST_LINE = 500;
    private static final String UNREADABLE = "Unknown";

    private ClusterRowBuilder() {}

    /** Returns the row of a tenant cluster, also of one that cannot be decoded. */
    public static ClusterRow row(TenantCluster cluster) {
        return UndecodableObject.of(cluster)
                .map(problem -> unreadable(cluster, problem))
                .orElseGet(() -> readable(cluster));
    }

    private static ClusterRow readable(TenantCluster cluster) {
        ObjectFields fields = ObjectFields.of(cluster);
        TenantClusterSpec spec = cluster.getSpec();
        return new ClusterRow(
                fields.namespace(),
                fields.name(),
                fields.uid(),
                fields.resourceVersion(),
                TenantSummary.phase(cluster),
                TenantSummary.provider(cluster).orElse(""),
                Optional.ofNullable(spec.teamRef()).map(LocalReference::name),
                Optional.ofNullable(spec.kubernetesVersion()).orElse(""),
                TenantSummary.runningVersion(cluster),
                new WorkerCount(TenantSummary.readyWorkers(cluster), TenantSummary.wantedWorkers(cluster)),
                new ControlPlaneState(isTrue(cluster, ConditionTypes.CONTROL_PLANE_READY), replicas(spec)),
                TenantSummary.endpoint(cluster).filter(text -> !text.isEmpty()),
                TenantSummary.isPaused(cluster),
                fields.createdAt(),
                fields.deletingSince(),
                problem(cluster),
                addons(cluster));
    }

    private static ClusterRow unreadable(TenantCluster cluster, UndecodableObject problem) {
        ObjectFields fields = ObjectFields.of(cluster);
        return new ClusterRow(
                fields.namespace(),
                fields.name(),
                fields.uid(),
                fields.resourceVersion(),
                UNREADABLE,
                "",
                Optional.empty(),
                "",
                Optional.empty(),
                new WorkerCount(0, 0),
                new ControlPlaneState(false, 0),
                Optional.empty(),
                false,
                fields.createdAt(),
                fields.deletingSince(),
                Optional.of(problem.toString()),
                Optional.empty());
    }

    private static int replicas(TenantClusterSpec spec) {
        return Optional.ofNullable(spec.controlPlane())
                .map(TenantClusterSpec.ControlPlane::replicas)
                .orElse(1);
    }

    private static boolean isTrue(TenantCluster cluster, String type) {
        return conditions(cluster).stream()
                .anyMatch(condition -> type.equals(condition.getType()) && "True".equals(condition.getStatus()));
    }

    /** Returns the conditions of a tenant cluster. */
    static List<Condition> conditions(TenantCluster cluster) {
        return Optional.ofNullable(cluster.getStatus())
                .map(TenantClusterStatus::conditions)
                .orElse(List.of());
    }

    /** The most specific condition explains why the summary is not true. */
    private static Optional<String> problem(TenantCluster cluster) {
        String phase = TenantSummary.phase(cluster);
        if (!SETTLED.contains(phase) || (isTrue(cluster, ConditionTypes.READY) && !phase.equals("Failed"))) {
            return Optional.empty();
        }
        List<Condition> failed = conditions(cluster).stream()
                .filter(condition -> "False".equals(condition.getStatus()))
                .toList();
        return failed.stream()
                .filter(condition -> !condition.getType().equals(ConditionTypes.READY))
                .findFirst()
                .or(() -> failed.stream().findFirst())
                .map(ClusterRowBuilder::line)
                .or(() -> phase.equals("Failed") ? Optional.of("The cluster failed.") : Optional.empty());
    }

    private static String line(Condition condition) {
        String message = Optional.ofNullable(condition.getMessage())
                .filter(text -> !text.isBlank())
                .or(() -> Optional.ofNullable(condition.getReason()))
                .orElse("not true");
        String line = condition.getType() + ": " + message.lines().findFirst().orElse("");
        return line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE - 1) + "…";
    }

    private static Optional<AddonCount> addons(TenantCluster cluster) {
        List<ObservedAddon> addons = Optional.ofNullable(cluster.getStatus())
                .map(TenantClusterStatus::observedState)
                .map(ObservedState::addons)
                .orElse(List.of());
        int ready = (int) addons.stream()
                .filter(addon -> addon.status() == AddonHealth.HEALTHY)
                .count();
        return addons.isEmpty() ? Optional.empty() : Optional.of(new AddonCount(ready, addons.size()));
    }
}
