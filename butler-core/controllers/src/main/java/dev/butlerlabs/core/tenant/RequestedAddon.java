package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.ButlerConfigSpec.AddonVersions;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterAddons;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** An addon that a tenant cluster requests, in the version of its spec, otherwise of the platform, otherwise the tested one. */
record RequestedAddon(String name, String version, Map<String, Object> values) {
    static List<RequestedAddon> of(TenantReconcileContext scope) {
        Choice choice = new Choice(
                Optional.ofNullable(scope.cluster().getSpec().addons()),
                scope.platform().map(ButlerConfigSpec::defaultAddonVersions));
        List<RequestedAddon> all = new ArrayList<>();
        choice.network().ifPresent(all::add);
        choice.certificates().ifPresent(all::add);
        boolean hasPool = scope.addresses()
                .flatMap(granted -> granted.addresses().loadBalancers())
                .isPresent();
        choice.balancer(hasPool).ifPresent(all::add);
        choice.storage().ifPresent(all::add);
        choice.ingress().ifPresent(all::add);
        choice.delivery().ifPresent(all::add);
        return List.copyOf(all);
    }

    /** Returns the names of the addons that the spec turns off explicitly. */
    static Set<String> turnedOff(TenantCluster cluster) {
        Optional<TenantClusterAddons> wanted =
                Optional.ofNullable(cluster.getSpec().addons());
        Set<String> names = new HashSet<>();
        if (isOff(wanted.map(TenantClusterAddons::cni).map(TenantClusterAddons.Cni::enabled))) {
            names.add("cilium");
        }
        if (isOff(wanted.map(TenantClusterAddons::certManager).map(TenantClusterAddons.CertManager::enabled))) {
            names.add("cert-manager");
        }
        if (isOff(wanted.map(TenantClusterAddons::loadBalancer).map(TenantClusterAddons.LoadBalancer::enabled))) {
            names.add("metallb");
        }
        wanted.map(TenantClusterAddons::ingress)
                .filter(ingress -> Boolean.FALSE.equals(ingress.enabled()))
                .ifPresent(ingress -> names.add(Choice.name(ingress.provider(), "traefik")));
        return Set.copyOf(names);
    }

    private static boolean isOff(Optional<Boolean> enabled) {
        return enabled.filter(Boolean.FALSE::equals).isPresent();
    }

    private record Choice(Optional<TenantClusterAddons> wanted, Optional<AddonVersions> platform) {
        /** Installed unless turned off, since no node becomes ready without a CNI plugin. */
        private Optional<RequestedAddon> network() {
            Optional<TenantClusterAddons.Cni> cni = wanted.map(TenantClusterAddons::cni);
            return isOff(cni.map(TenantClusterAddons.Cni::enabled))
                    ? Optional.empty()
                    : Optional.of(new RequestedAddon(
                            "cilium",
                            version(cni.map(TenantClusterAddons.Cni::version), AddonVersions::cilium, "1.17.0"),
                            cni.map(TenantClusterAddons.Cni::values).orElse(Map.of())));
        }

        /** Installed unless turned off. */
        private Optional<RequestedAddon> certificates() {
            Optional<TenantClusterAddons.CertManager> manager = wanted.map(TenantClusterAddons::certManager);
            return isOff(manager.map(TenantClusterAddons.CertManager::enabled))
                    ? Optional.empty()
                    : Optional.of(new RequestedAddon(
                            "cert-manager",
                            version(
                                    manager.map(TenantClusterAddons.CertManager::version),
                                    AddonVersions::certManager,
                                    "v1.16.2"),
                            manager.map(TenantClusterAddons.CertManager::values).orElse(Map.of())));
        }

        /** Load balancer addresses are useless without MetalLB, so it is installed if the cluster has some. */
        private Optional<RequestedAddon> balancer(boolean hasPool) {
            Optional<TenantClusterAddons.LoadBalancer> balancer = wanted.map(TenantClusterAddons::loadBalancer);
            return (balancer.isEmpty() && !hasPool) || isOff(balancer.map(TenantClusterAddons.LoadBalancer::enabled))
                    ? Optional.empty()
                    : Optional.of(new RequestedAddon(
                            "metallb",
                            version(
                                    balancer.map(TenantClusterAddons.LoadBalancer::version),
                                    AddonVersions::metallb,
                                    "0.14.9"),
                            balancer.map(TenantClusterAddons.LoadBalancer::values)
                                    .orElse(Map.of())));
        }

        private Optional<RequestedAddon> storage() {
            return wanted.map(TenantClusterAddons::storage)
                    .map(storage -> new RequestedAddon(
                            name(storage.provider(), "longhorn"),
                            version(Optional.ofNullable(storage.version()), AddonVersions::longhorn, "1.7.2"),
                            storage.values()));
        }

        private Optional<RequestedAddon> ingress() {
            return wanted.map(TenantClusterAddons::ingress)
                    .filter(ingress -> !Boolean.FALSE.equals(ingress.enabled()))
                    .map(ingress -> new RequestedAddon(
                            name(ingress.provider(), "traefik"),
                            version(Optional.ofNullable(ingress.version()), AddonVersions::traefik, "34.3.0"),
                            ingress.values()));
        }

        private Optional<RequestedAddon> delivery() {
            return wanted.map(TenantClusterAddons::gitops)
                    .filter(gitops -> gitops.provider() != null)
                    .map(gitops -> gitops.provider() == TenantClusterAddons.GitOps.Provider.ARGOCD
                            ? new RequestedAddon(
                                    "argocd",
                                    Optional.ofNullable(gitops.version()).orElse("7.7.5"),
                                    Map.of())
                            : new RequestedAddon(
                                    "flux",
                                    version(Optional.ofNullable(gitops.version()), AddonVersions::fluxcd, "2.14.1"),
                                    Map.of()));
        }

        private static String name(Enum<?> provider, String usual) {
            return provider == null ? usual : provider.name().toLowerCase(Locale.ROOT);
        }

        private String version(Optional<String> named, Function<AddonVersions, String> setting, String tested) {
            return named.filter(version -> !version.isBlank())
                    .or(() -> platform.map(setting))
                    .orElse(tested);
        }
    }
}
