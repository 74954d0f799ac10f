package dev.butlerlabs.core.talos.config;

import dev.butlerlabs.core.tree.UntypedTree;
import java.util.List;

/**
 * A field of the main document that must be empty if a separate document configures the same.
 *
 * @param path keys separated by dots
 */
record DocumentConflict(String kind, String path) {
    static final List<DocumentConflict> ALL = List.of(
            new DocumentConflict("HostnameConfig", "machine.network.hostname"),
            new DocumentConflict("HostnameConfig", "machine.features.stableHostname"),
            new DocumentConflict("TimeSyncConfig", "machine.time"),
            new DocumentConflict("RegistryMirrorConfig", "machine.registries.mirrors"),
            new DocumentConflict("RegistryTLSConfig", "machine.registries.config"),
            new DocumentConflict("RegistryAuthConfig", "machine.registries.config"),
            new DocumentConflict("KubeSpanConfig", "machine.network.kubespan"),
            new DocumentConflict("ResolverConfig", "machine.network.nameservers"),
            new DocumentConflict("UnattendedInstallConfig", "machine.install"),
            new DocumentConflict("SysctlConfig", "machine.sysctls"),
            new DocumentConflict("SysfsConfig", "machine.sysfs"),
            new DocumentConflict("KubeletConfig", "machine.kubelet"),
            new DocumentConflict("KubeNodeConfig", "machine.nodeLabels"),
            new DocumentConflict("KubeNodeConfig", "machine.nodeTaints"),
            new DocumentConflict("KubeNodeConfig", "machine.nodeAnnotations"),
            new DocumentConflict("KubePrismConfig", "machine.features.kubePrism"),
            new DocumentConflict("KubeClusterConfig", "cluster.controlPlane"),
            new DocumentConflict("KubeNetworkConfig", "cluster.network"),
            new DocumentConflict("KubeAPIServerCAConfig", "cluster.ca"),
            new DocumentConflict("KubeAggregatorCAConfig", "cluster.aggregatorCA"),
            new DocumentConflict("KubeServiceAccountConfig", "cluster.serviceAccount"),
            new DocumentConflict("KubeAPIServerConfig", "cluster.apiServer"),
            new DocumentConflict("KubeControllerManagerConfig", "cluster.controllerManager"),
            new DocumentConflict("KubeSchedulerConfig", "cluster.scheduler"),
            new DocumentConflict("KubeProxyConfig", "cluster.proxy"),
            new DocumentConflict("KubeCoreDNSConfig", "cluster.coreDNS"),
            new DocumentConflict("DiscoveryIdentityConfig", "cluster.id"),
            new DocumentConflict("DiscoveryServiceConfig", "cluster.discovery"));

    boolean isIn(UntypedTree main) {
        return main.find(path)
                .filter(value -> !CanonicalFormWriter.isZero(value))
                .isPresent();
    }
}
