package dev.butlerlabs.core.engine.kind;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Renders the kubeadm configuration: the values of KIND for a single node, with a generated token.
 *
 * @param address IPv4 address of the node
 * @param oldCgroups whether the machine uses cgroup v1, which newer kubelets reject by default
 */
record KubeadmConfiguration(
        KindClusterName name, KindNodeVersion version, String address, String token, boolean oldCgroups) {
    static final String POD_SUBNET = "10.244.0.0/16";
    static final String SERVICE_SUBNET = "10.96.0.0/16";
    static final int API_PORT = 6443;

    private static final int LISTS_OF_ARGUMENTS = 36;
    private static final int REFUSES_OLD_CGROUPS = 31;

    String text() {
        return String.join("---\n", List.of(cluster(), init(), kubelet(), proxy()));
    }

    private String cluster() {
        return """
                apiVersion: %s
                kind: ClusterConfiguration
                kubernetesVersion: %s
                clusterName: %s
                controlPlaneEndpoint: %s:%d
                apiServer:
                  certSANs: [localhost, 127.0.0.1]
                  extraArgs: %s
                controllerManager:
                  extraArgs: %s
                networking:
                  podSubnet: %s
                  serviceSubnet: %s
                """.formatted(
                        api(),
                        version.text(),
                        name.cluster(),
                        name.node(),
                        API_PORT,
                        arguments(Map.of("runtime-config", "")),
                        arguments(Map.of("enable-hostpath-provisioner", "true")),
                        POD_SUBNET,
                        SERVICE_SUBNET);
    }

    private String init() {
        return """
                apiVersion: %s
                kind: InitConfiguration
                bootstrapTokens:
                - token: %s
                localAPIEndpoint:
                  advertiseAddress: %s
                  bindPort: %d
                nodeRegistration:
                  criSocket: unix:///run/containerd/containerd.sock
                  kubeletExtraArgs: %s
                skipPhases: [preflight]
                """.formatted(api(), token, address, API_PORT, arguments(kubeletArguments()));
    }

    private Map<String, String> kubeletArguments() {
        return Map.of(
                "node-ip",
                address,
                "provider-id",
                "kind://docker/%s/%s".formatted(name.cluster(), name.node()),
                "node-labels",
                "");
    }

    private String kubelet() {
        return """
                apiVersion: kubelet.config.k8s.io/v1beta1
                kind: KubeletConfiguration
                cgroupDriver: systemd
                cgroupRoot: /kubelet
                failSwapOn: false
                imageGCHighThresholdPercent: 100
                evictionHard:
                  imagefs.available: 0%
                  nodefs.available: 0%
                  nodefs.inodesFree: 0%
                """ + (oldCgroups && version.isAtLeast(REFUSES_OLD_CGROUPS) ? "failCgroupV1: false\n" : "");
    }

    private static String proxy() {
        return """
                apiVersion: kubeproxy.config.k8s.io/v1alpha1
                kind: KubeProxyConfiguration
                mode: iptables
                iptables:
                  minSyncPeriod: 1s
                conntrack:
                  maxPerCore: 0
                """;
    }

    private String api() {
        return "kubeadm.k8s.io/" + (version.isAtLeast(LISTS_OF_ARGUMENTS) ? "v1beta4" : "v1beta3");
    }

    /** Renders arguments: a map up to v1beta3, a list of pairs since then. */
    private String arguments(Map<String, String> values) {
        return version.isAtLeast(LISTS_OF_ARGUMENTS)
                ? joined(values, "{name: %s, value: \"%s\"}", "[", "]")
                : joined(values, "%s: \"%s\"", "{", "}");
    }

    private static String joined(Map<String, String> values, String form, String begin, String end) {
        return new TreeMap<>(values)
                .entrySet().stream()
                        .map(entry -> form.formatted(entry.getKey(), entry.getValue()))
                        .collect(Collectors.joining(", ", begin, end));
    }

    @Override
    public String toString() {
        return "KubeadmConfiguration[%s, %s]".formatted(name.cluster(), version.text());
    }
}
