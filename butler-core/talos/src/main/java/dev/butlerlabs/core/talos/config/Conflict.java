package dev.butlerlabs.core.talos.config;

import java.util.List;
import java.util.Map;

/**
 * A field of the main document that must be empty if a separate document configures the same.
 *
 * @param path keys separated by dots
 */
record Conflict(String kind, String path) {
    static final List<Conflict> ALL = List.of(
            new Conflict("HostnameConfig", "machine.network.hostname"),
            new Conflict("HostnameConfig", "machine.features.stableHostname"),
            new Conflict("TimeSyncConfig", "machine.time"),
            new Conflict("RegistryMirrorConfig", "machine.registries.mirrors"),
            new Conflict("RegistryTLSConfig", "machine.registries.config"),
            new Conflict("RegistryAuthConfig", "machine.registries.config"),
            new Conflict("KubeSpanConfig", "machine.network.kubespan"),
            new Conflict("ResolverConfig", "machine.network.nameservers"),
            new Conflict("UnattendedInstallConfig", "machine.install"),
            new Conflict("SysctlConfig", "machine.sysctls"),
            new Conflict("SysfsConfig", "machine.sysfs"),
            new Conflict("KubeletConfig", "machine.kubelet"),
            new Conflict("KubeNodeConfig", "machine.nodeLabels"),
            new Conflict("KubeNodeConfig", "machine.nodeTaints"),
            new Conflict("KubeNodeConfig", "machine.nodeAnnotations"),
            new Conflict("KubePrismConfig", "machine.features.kubePrism"),
            new Conflict("KubeClusterConfig", "cluster.controlPlane"),
            new Conflict("KubeNetworkConfig", "cluster.network"),
            new Conflict("KubeAPIServerCAConfig", "cluster.ca"),
            new Conflict("KubeAggregatorCAConfig", "cluster.aggregatorCA"),
            new Conflict("KubeServiceAccountConfig", "cluster.serviceAccount"),
            new Conflict("KubeAPIServerConfig", "cluster.apiServer"),
            new Conflict("KubeControllerManagerConfig", "cluster.controllerManager"),
            new Conflict("KubeSchedulerConfig", "cluster.scheduler"),
            new Conflict("KubeProxyConfig", "cluster.proxy"),
            new Conflict("KubeCoreDNSConfig", "cluster.coreDNS"),
            new Conflict("DiscoveryIdentityConfig", "cluster.id"),
            new Conflict("DiscoveryServiceConfig", "cluster.discovery"));

    boolean isIn(Map<?, ?> main) {
        return Trees.find(main, path.split("\\."))
                .filter(value -> !CanonicalForm.isZero(value))
                .isPresent();
    }
}
