package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantAddonSpec;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.ManagementPolicy;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.OwnerReferences;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.reconcile.WatchedObjectCache;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Creates the TenantAddons of a tenant cluster and reads their state. The TenantAddon reconciler installs them. */
final class AddonsStep {
    private final KubernetesClient client;
    private final WatchedObjectCache<TenantAddon> known;

    AddonsStep(KubernetesClient client, WatchedObjectCache<TenantAddon> known) {
        this.client = client;
        this.known = known;
    }

    StepResult run(TenantReconcileContext scope) {
        TenantCluster cluster = scope.cluster();
        List<RequestedAddon> wanted = leavesAddonsToGit(cluster) ? List.of() : RequestedAddon.of(scope);
        Map<String, TenantAddon> present = new TreeMap<>();
        known.concerning(cluster)
                .forEach(addon -> present.put(addon.getMetadata().getName(), addon));
        for (RequestedAddon addon : wanted) {
            TenantAddon document = document(cluster, addon);
            present.compute(
                    document.getMetadata().getName(),
                    (name, found) -> isSame(found, document)
                            ? found
                            : ServerSideApply.asButlerForced().apply(client, document));
        }
        removeTurnedOff(cluster, present);
        scope.sawAddons(List.copyOf(present.values()));
        return StepResult.done(CountFormatter.are(wanted.size(), "addon") + " requested.");
    }

    /** Deletes the TenantAddons that Butler created for addons that the spec turns off now. Those of users are left. */
    private void removeTurnedOff(TenantCluster cluster, Map<String, TenantAddon> present) {
        for (String addon : RequestedAddon.turnedOff(cluster)) {
            TenantAddon found = present.get(name(cluster, addon));
            if (found != null && isOurs(found) && !leavesAddonsToGit(cluster)) {
                if (!found.isMarkedForDeletion()) {
                    delete(found);
                }
                present.remove(found.getMetadata().getName());
            }
        }
    }

    private static boolean isOurs(TenantAddon addon) {
        Map<String, String> labels = addon.getMetadata().getLabels();
        return labels != null && "butler".equals(labels.get(Labels.MANAGED_BY));
    }

    private static String name(TenantCluster cluster, String addon) {
        return cluster.getMetadata().getName() + "-" + addon;
    }

    private static boolean leavesAddonsToGit(TenantCluster cluster) {
        ManagementPolicy policy = cluster.getSpec().managementPolicy();
        return policy != null && policy.mode() == ManagementPolicy.Mode.GIT_OPS;
    }

    private static boolean isSame(TenantAddon present, TenantAddon wanted) {
        return present != null && present.getSpec().equals(wanted.getSpec());
    }

    private static TenantAddon document(TenantCluster cluster, RequestedAddon addon) {
        TenantAddon document = new TenantAddon();
        document.setMetadata(new ObjectMetaBuilder()
                .withNamespace(cluster.getMetadata().getNamespace())
                .withName(name(cluster, addon.name()))
                .withLabels(Map.of(
                        Labels.MANAGED_BY,
                        "butler",
                        Labels.CLUSTER,
                        cluster.getMetadata().getName(),
                        Labels.ADDON_DEFINITION,
                        addon.name()))
                .build());
        document.setSpec(new TenantAddonSpec(
                new LocalReference(cluster.getMetadata().getName()),
                addon.name(),
                addon.version(),
                null,
                addon.values(),
                List.of()));
        return OwnerReferences.own(cluster, document);
    }

    /** Returns the remaining TenantAddons of the cluster by name, including those created by users. */
    List<TenantAddon> left(TenantCluster cluster) {
        List<TenantAddon> heardOf = known.concerning(cluster);
        return (heardOf.isEmpty() ? ours(cluster) : heardOf)
                .stream()
                        .sorted(Comparator.comparing(
                                addon -> addon.getMetadata().getName()))
                        .toList();
    }

    /** Lists the addons that Butler created, since the watch may lag behind. */
    private List<TenantAddon> ours(TenantCluster cluster) {
        return KubeErrorMapper.translating(
                "listing TenantAddons",
                () -> client.resources(TenantAddon.class)
                        .inNamespace(cluster.getMetadata().getNamespace())
                        .withLabel(Labels.CLUSTER, cluster.getMetadata().getName())
                        .list()
                        .getItems());
    }

    void delete(TenantAddon addon) {
        KubeErrorMapper.translating(
                "deleting TenantAddon " + addon.getMetadata().getName(),
                () -> client.resource(addon).delete());
    }
}
