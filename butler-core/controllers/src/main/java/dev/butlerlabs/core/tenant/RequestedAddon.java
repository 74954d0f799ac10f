package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.ButlerConfigSpec.AddonVersions;
import dev.butlerlabs.core.api.TenantClusterAddons;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** An addon that a tenant cluster requests, in the version of its spec, otherwise of the platform, otherwise the tested one. */
record RequestedAddon(String name, String version, Map<String, Object> values) {
    static List<RequestedAddon> of(TenantReconcileContext scope) {
        Choice choice = new Choice(
                Optional.ofNullable(scope.cluster().getSpec().addons()),
                scope.platform().map(ButlerConfigSpec::defaultAddonVersions));
        List<RequestedAddon> all = new ArrayList<>();
        all.add(choice.network());
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

    private record Choice(Optional<TenantClusterAddons> wanted, Optional<AddonVersions> platform) {
        /** The CNI is always installed, since no node becomes ready without it. */
        private RequestedAddon network() {
            Optional<TenantClusterAddons.Cni> cni = wanted.map(TenantClusterAddons::cni);
            return new RequestedAddon(
                    "cilium",
                    version(cni.map(TenantClusterAddons.Cni::version), AddonVersions::cilium, "1.17.0"),
                    cni.map(TenantClusterAddons.Cni::values).orElse(Map.of()));
        }

        private Optional<RequestedAddon> certificates() {
            return wanted.map(TenantClusterAddons::certManager)
                    .filter(manager -> !Boolean.FALSE.equals(manager.enabled()))
                    .map(manager -> new RequestedAddon(
                            "cert-manager",
                            version(Optional.ofNullable(manager.version()), AddonVersions::certManager, "v1.16.2"),
                            manager.values()));
        }

        /** Load balancer addresses are useless without MetalLB, so it is installed if the cluster has some. */
        private Optional<RequestedAddon> balancer(boolean hasPool) {
            Optional<TenantClusterAddons.LoadBalancer> balancer = wanted.map(TenantClusterAddons::loadBalancer);
            return balancer.isEmpty() && !hasPool
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
