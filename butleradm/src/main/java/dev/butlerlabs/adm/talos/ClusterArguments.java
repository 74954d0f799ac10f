package dev.butlerlabs.adm.talos;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.talos.config.ClusterOptions;
import dev.butlerlabs.core.talos.config.ClusterOptionsBuilder;
import dev.butlerlabs.core.talos.config.Cni;
import dev.butlerlabs.core.talos.config.SharedAddress;
import dev.butlerlabs.core.version.KubernetesVersion;
import dev.butlerlabs.core.version.VersionContract;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** Options about the cluster as a whole. */
final class ClusterArguments {
    @Option(names = "--cluster-name", paramLabel = "NAME", description = "Name of the cluster.")
    private String name = "";

    @Option(
            names = "--endpoint",
            paramLabel = "URL",
            description = "Where the Kubernetes API will be reached, such as https://10.0.0.9:6443.")
    private String endpoint = "";

    @Option(
            names = "--kubernetes-version",
            paramLabel = "VERSION",
            description = "Kubernetes to run, such as 1.35.4; by default the one that belongs to the Talos version.")
    private String kubernetes = "";

    @Option(
            names = "--additional-sans",
            paramLabel = "NAMES",
            split = ",",
            description = "Further names and addresses for the certificates of the API servers, parted by commas.")
    private List<String> sans = new ArrayList<>();

    @Option(
            names = "--dns-domain",
            paramLabel = "DOMAIN",
            description = "Domain of services within the cluster; cluster.local by default.")
    private String domain = "";

    @Option(
            names = "--talos-endpoints",
            paramLabel = "ADDRESSES",
            split = ",",
            description = "Addresses of control plane machines for the talosconfig, parted by commas.")
    private List<String> talosEndpoints = new ArrayList<>();

    @Option(names = "--pod-subnets", paramLabel = "SUBNETS", split = ",", description = "Addresses of pods.")
    private List<String> podSubnets = new ArrayList<>();

    @Option(names = "--service-subnets", paramLabel = "SUBNETS", split = ",", description = "Addresses of services.")
    private List<String> serviceSubnets = new ArrayList<>();

    @Option(
            names = "--cni",
            paramLabel = "NAME",
            description =
                    "Network plugin that Talos installs: flannel, none, or the URLs of manifests, parted by commas.")
    private String cni = "";

    @Option(names = "--no-kube-proxy", description = "Run no kube-proxy.")
    private boolean noKubeProxy;

    @Option(names = "--no-discovery", description = "Do not use the discovery service.")
    private boolean noDiscovery;

    @Option(names = "--allow-scheduling-on-control-planes", description = "Let the control plane carry workload too.")
    private boolean allowScheduling;

    @Option(
            names = "--kubeprism-port",
            paramLabel = "PORT",
            description = "Port of the local load balancer to the API servers; 0 switches it off.")
    private Integer kubePrismPort;

    @Option(
            names = "--local-api-server-port",
            paramLabel = "PORT",
            description = "Port of the API server on each control plane machine.")
    private Integer apiServerPort;

    @Option(names = "--vip", paramLabel = "ADDRESS", description = "Address that the control plane machines share.")
    private String vip = "";

    @Option(names = "--vip-link", paramLabel = "LINK", description = "Network interface that carries it, such as eth0.")
    private String vipLink = "";

    List<String> talosEndpoints() {
        return List.copyOf(talosEndpoints);
    }

    ClusterOptions options(BootstrapFile file, TalosVersionOption version, MachineArguments machines) {
        Optional<String> talos = version.text().or(file::talosVersion);
        ClusterOptionsBuilder builder = ClusterOptionsBuilder.builder()
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

    private Optional<SharedAddress> sharedAddress() {
        if (vip.isEmpty() != vipLink.isEmpty()) {
            throw new ButlerException(ErrorCode.USAGE, "The options --vip and --vip-link belong together.");
        }
        return vip.isEmpty() ? Optional.empty() : Optional.of(new SharedAddress(vip, vipLink));
    }
}
