package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantAddonSpec;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.ManagementPolicy;
import dev.butlerlabs.core.kube.KubeErrors;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.reconcile.Owners;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;

/** Requests the addons a tenant cluster shall have, and sees how they are doing. Installing them is the TenantAddon's business. */
final class AddonsStep {
    private final KubernetesClient client;

    AddonsStep(KubernetesClient client) {
        this.client = client;
    }

    StepResult run(TenantScope scope) {
        TenantCluster cluster = scope.cluster();
        List<WantedAddon> wanted = leavesAddonsToGit(cluster) ? List.of() : WantedAddon.of(scope);
        List<TenantAddon> present = list(cluster);
        wanted.stream()
                .map(addon -> document(cluster, addon))
                .filter(document -> present.stream().noneMatch(one -> isSame(one, document)))
                .forEach(document -> ServerSideApply.asButlerForced().apply(client, document));
        scope.sawAddons(list(cluster));
        return StepResult.done("%d addons are requested.".formatted(wanted.size()));
    }

    private static boolean leavesAddonsToGit(TenantCluster cluster) {
        ManagementPolicy policy = cluster.getSpec().managementPolicy();
        return policy != null && policy.mode() == ManagementPolicy.Mode.GIT_OPS;
    }

    private static boolean isSame(TenantAddon present, TenantAddon wanted) {
        return present.getMetadata().getName().equals(wanted.getMetadata().getName())
                && present.getSpec().equals(wanted.getSpec());
    }

    private static TenantAddon document(TenantCluster cluster, WantedAddon addon) {
        TenantAddon document = new TenantAddon();
        document.setMetadata(new ObjectMetaBuilder()
                .withNamespace(cluster.getMetadata().getNamespace())
                .withName(cluster.getMetadata().getName() + "-" + addon.name())
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
        return Owners.own(cluster, document);
    }

    /** All of the cluster, also those that somebody else asked for. */
    List<TenantAddon> list(TenantCluster cluster) {
        return KubeErrors.translating(
                        "listing TenantAddons",
                        () -> client.resources(TenantAddon.class)
                                .inNamespace(cluster.getMetadata().getNamespace())
                                .list()
                                .getItems())
                .stream()
                .filter(addon -> addon.getSpec()
                        .clusterRef()
                        .name()
                        .equals(cluster.getMetadata().getName()))
                .toList();
    }

    void delete(TenantAddon addon) {
        KubeErrors.translating(
                "deleting TenantAddon " + addon.getMetadata().getName(),
                () -> client.resource(addon).delete());
    }
}
