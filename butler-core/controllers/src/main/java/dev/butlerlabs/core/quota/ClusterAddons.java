package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterAddons;
import dev.butlerlabs.core.api.TenantClusterAddons.CertManager;
import dev.butlerlabs.core.api.TenantClusterAddons.GitOps;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The optional addons that a TenantCluster installs. The pod network is not optional: nodes do not become ready without it. */
final class ClusterAddons {
    private ClusterAddons() {}

    /** Returns the names of the addons and the field of each. Addons that are installed by default are included. */
    static Map<String, String> of(TenantCluster cluster) {
        Optional<TenantClusterAddons> addons =
                Optional.ofNullable(cluster.getSpec()).map(spec -> spec.addons());
        Map<String, String> names = new TreeMap<>();
        if (isOn(addons.map(TenantClusterAddons::certManager).map(CertManager::enabled))) {
            names.put("cert-manager", "spec.addons.certManager");
        }
        addons.map(TenantClusterAddons::loadBalancer)
                .filter(balancer -> isOn(Optional.ofNullable(balancer.enabled())))
                .ifPresent(balancer -> names.put(name(balancer.provider(), "metallb"), "spec.addons.loadBalancer"));
        addons.map(TenantClusterAddons::storage)
                .ifPresent(storage -> names.put(name(storage.provider(), "longhorn"), "spec.addons.storage"));
        addons.map(TenantClusterAddons::ingress)
                .filter(ingress -> isOn(Optional.ofNullable(ingress.enabled())))
                .ifPresent(ingress -> names.put(name(ingress.provider(), "traefik"), "spec.addons.ingress"));
        addons.map(TenantClusterAddons::gitops)
                .map(GitOps::provider)
                .ifPresent(provider ->
                        names.put(provider == GitOps.Provider.ARGOCD ? "argocd" : "flux", "spec.addons.gitops"));
        return names;
    }

    private static boolean isOn(Optional<Boolean> enabled) {
        return enabled.orElse(true);
    }

    private static String name(Enum<?> provider, String usual) {
        return provider == null ? usual : provider.name().toLowerCase(Locale.ROOT);
    }
}
