package dev.butlerlabs.adm.talos;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.talos.config.Cni;
import dev.butlerlabs.core.talos.config.MachineClusterOptions;
import dev.butlerlabs.core.talos.config.MachineClusterOptionsBuilder;
import dev.butlerlabs.core.talos.config.VirtualIpAddress;
import dev.butlerlabs.core.version.KubernetesVersion;
import dev.butlerlabs.core.version.VersionContract;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** Options of the cluster. */
final class ClusterArguments {
    @Option(names = "--cluster-name", paramLabel = "NAME", description = "Name of the cluster.")
    private String name = "";

    @Option(
            names = "--endpoint",
            paramLabel = "URL",
            description = "URL of the Kubernetes API, such as https://10.0.0.9:6443.")
    private String endpoint = "";

    @Option(
            names = "--kubernetes-version",
            paramLabel = "VERSION",
            description = "Kubernetes version, such as 1.35.4 (default: depends on the Talos version).")
    private String kubernetes = "";

    @Option(
            names = "--additional-sans",
            paramLabel = "NAMES",
            split = ",",
            description = "Additional subject alternative names of the API server certificates, comma-separated.")
    private List<String> sans = new ArrayList<>();

    @Option(names = "--dns-domain", paramLabel = "DOMAIN", description = "Cluster DNS domain (default: cluster.local).")
    private String domain = "";

    @Option(
            names = "--talos-endpoints",
            paramLabel = "ADDRESSES",
            split = ",",
            description = "Control plane addresses for the talosconfig, comma-separated.")
    private List<String> talosEndpoints = new ArrayList<>();

    @Option(names = "--pod-subnets", paramLabel = "SUBNETS", split = ",", description = "Pod subnets, comma-separated.")
    private List<String> podSubnets = new ArrayList<>();

    @Option(
            names = "--service-subnets",
            paramLabel = "SUBNETS",
            split = ",",
            description = "Service subnets, comma-separated.")
    private List<String> serviceSubnets = new ArrayList<>();

    @Option(
            names = "--cni",
            paramLabel = "NAME",
            description = "CNI plugin that Talos installs: flannel, none, or manifest URLs, comma-separated.")
    private String cni = "";

    @Option(names = "--no-kube-proxy", description = "Do not run kube-proxy.")
    private boolean noKubeProxy;

    @Option(names = "--no-discovery", description = "Do not use the discovery service.")
    private boolean noDiscovery;

    @Option(names = "--allow-scheduling-on-control-planes", description = "Schedule workloads on control plane nodes.")
    private boolean allowScheduling;

    @Option(
            names = "--kubeprism-port",
            paramLabel = "PORT",
            description = "Port of KubePrism, the local API server load balancer; 0 disables it.")
    private Integer kubePrismPort;

    @Option(
            names = "--local-api-server-port",
            paramLabel = "PORT",
            description = "Port of the API server on control plane nodes.")
    private Integer apiServerPort;

    @Option(names = "--vip", paramLabel = "ADDRESS", description = "Virtual IP shared by the control plane nodes.")
    private String vip = "";

    @Option(
            names = "--vip-link",
            paramLabel = "LINK",
            description = "Network interface for the virtual IP, such as eth0.")
    private String vipLink = "";

    List<String> talosEndpoints() {
        return List.copyOf(talosEndpoints);
    }

    MachineClusterOptions options(MachineSettingsReader file, TalosVersionOption version, MachineArguments machines) {
        Optional<String> talos = version.text().or(file::talosVersion);
        MachineClusterOptionsBuilder builder = MachineClusterOptionsBuilder.builder()
                .clusterName(first("--cluster-name", name, file.clusterName()))
                .endpoint(first("--endpoint", endpoint, file.endpoint()))
                .contract(talos.map(VersionContract::parse).orElse(null))
                .kubernetes(kubernetes.isEmpty() ? null : KubernetesVersion.parse(kubernetes))
                .additionalSans(sans.isEmpty() ? file.sans() : sans)
                .dnsDomain(domain.isEmpty() ? null : domain)
                .podSubnets(podSubnets.isEmpty() ? file.podSubnets() : podSubnets)
                .serviceSubnets(serviceSubnets.isEmpty() ? file.serviceSubnets() : serviceSubnets)
                .cni(cni().or(file::cni).orElse(null))
                .kubeProxy(!noKubeProxy && file.kubeProxy())
                .discovery(!noDiscovery)
                .allowSchedulingOnControlPlanes(allowScheduling || file.controlPlaneOnly())
                .excludeFromLoadBalancers(!file.controlPlaneOnly())
                .kubePrismPort(number(kubePrismPort))
                .apiServerPort(number(apiServerPort))
                .sharedAddress(sharedAddress());
        return machines.complete(builder, file, talos).build();
    }

    private static String first(String option, String given, Optional<String> otherwise) {
        return given.isEmpty() ? otherwise.orElseThrow(() -> GenerateCommand.missing(option)) : given;
    }

    private static OptionalInt number(Integer given) {
        return given == null ? OptionalInt.empty() : OptionalInt.of(given);
    }

    private Optional<Cni> cni() {
        return switch (cni) {
            case "" -> Optional.empty();
            case "flannel" -> Optional.of(new Cni.Flannel());
            case "none" -> Optional.of(new Cni.None());
            default -> Optional.of(new Cni.Custom(List.of(cni.split(","))));
        };
    }

    private Optional<VirtualIpAddress> sharedAddress() {
        if (vip.isEmpty() != vipLink.isEmpty()) {
            throw new ButlerException(ErrorCode.USAGE, "--vip and --vip-link must be used together.");
        }
        return vip.isEmpty() ? Optional.empty() : Optional.of(new VirtualIpAddress(vip, vipLink));
    }
}
