package dev.butlerlabs.core.server.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.tenant.change.TenantEvent;
import dev.butlerlabs.core.tenant.change.UpgradePath;
import dev.butlerlabs.core.tenant.change.UpgradeSituationReader;
import dev.butlerlabs.core.version.KubernetesMinor;
import dev.butlerlabs.core.version.ReleaseVersion;
import dev.butlerlabs.core.version.VersionList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the page of a tenant cluster. Pure functions. */
public final class ClusterDetailBuilder {
    private ClusterDetailBuilder() {}

    /**
     * Returns the page.
     *
     * @param tree the stored object
     * @param events empty if the user may not read them
     */
    public static ClusterDetail detail(TenantCluster cluster, Map<String, Object> tree, List<TenantEvent> events) {
        ObjectNode object = StoredObject.shown(tree);
        return new ClusterDetail(
                ClusterRowBuilder.row(cluster),
                ConditionRow.of(ClusterRowBuilder.conditions(cluster)),
                object.path("spec"),
                StoredObject.texts(object, "labels"),
                StoredObject.texts(object, "annotations"),
                EventRow.of(events),
                object,
                upgrades(cluster, VersionList.current()));
    }

    /** Returns the versions of the same and the next minor release to which an upgrade is possible in one step, the newest first. */
    static List<String> upgrades(TenantCluster cluster, VersionList versions) {
        Optional<ReleaseVersion> running = UpgradeSituationReader.running(cluster);
        return running.stream()
                .flatMap(from -> versions.kubernetes().stream()
                        .map(KubernetesMinor::releases)
                        .flatMap(List::stream)
                        .filter(to -> to.compareTo(from) > 0 && isOneStep(from, to)))
                .sorted(Comparator.reverseOrder())
                .map(ReleaseVersion::toString)
                .toList();
    }

    private static boolean isOneStep(ReleaseVersion from, ReleaseVersion to) {
        try {
            UpgradePath.Situation now = new UpgradePath.Situation(from, List.of(), Optional.empty(), List.of());
            return UpgradePath.plan(now, to).steps().size() == 1;
        } catch (ButlerException impossible) {
            return false;
        }
    }
}
