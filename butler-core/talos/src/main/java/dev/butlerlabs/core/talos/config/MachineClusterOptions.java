package dev.butlerlabs.core.talos.config;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.net.CidrBlock;
import dev.butlerlabs.core.net.IpAddress;
import dev.butlerlabs.core.version.KubernetesVersion;
import dev.butlerlabs.core.version.TalosCompatibility;
import dev.butlerlabs.core.version.VersionContract;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * The options for the machine configurations of a cluster. Missing options have the defaults of Talos. Immutable.
 *
 * @param endpoint URL of the Kubernetes API, starting with https
 * @param additionalSans additional subject alternative names of the Talos and Kubernetes API certificates
 * @param apiServerPort port of the API server on each control plane node, if not 6443
 * @param cni CNI plugin that Talos installs
 * @param kubeProxy whether kube-proxy runs; some CNI plugins replace it
 * @param kubePrismPort port of KubePrism, the local load balancer of the API servers; 0 disables it
 * @param excludeFromLoadBalancers whether control plane nodes are excluded from external load balancers
 * @param registryMirrors by registry host
 */
@RecordBuilder
public record MachineClusterOptions(
        String clusterName,
        String endpoint,
        VersionContract contract,
        KubernetesVersion kubernetes,
        Installation installation,
        List<String> additionalSans,
        String dnsDomain,
        List<String> podSubnets,
        List<String> serviceSubnets,
        OptionalInt apiServerPort,
        Cni cni,
        Boolean kubeProxy,
        Boolean allowSchedulingOnControlPlanes,
        Boolean excludeFromLoadBalancers,
        Boolean discovery,
        OptionalInt kubePrismPort,
        Optional<VirtualIpAddress> sharedAddress,
        Map<String, String> sysctls,
        Map<String, List<String>> registryMirrors,
        List<String> timeServers,
        List<String> nameservers)
        implements MachineClusterOptionsBuilder.With {
    public static final int KUBE_PRISM_PORT = 7445;

    private static final Pattern CLUSTER_NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?");

    public MachineClusterOptions {
        Objects.requireNonNull(clusterName, "clusterName");
        Objects.requireNonNull(endpoint, "endpoint");
        contract = Objects.requireNonNullElse(contract, VersionContract.NEWEST);
        kubernetes = kubernetes == null ? TalosCompatibility.defaultKubernetes(contract) : kubernetes;
        installation = Objects.requireNonNullElse(installation, Installation.NONE);
        additionalSans = additionalSans == null ? List.of() : List.copyOf(additionalSans);
        dnsDomain = Objects.requireNonNullElse(dnsDomain, "cluster.local");
        podSubnets = podSubnets == null || podSubnets.isEmpty() ? List.of("10.244.0.0/16") : List.copyOf(podSubnets);
        serviceSubnets = serviceSubnets == null || serviceSubnets.isEmpty()
                ? List.of("10.96.0.0/12")
                : List.copyOf(serviceSubnets);
        apiServerPort = Objects.requireNonNullElse(apiServerPort, OptionalInt.empty());
        cni = cni == null ? new Cni.Flannel() : cni;
        kubeProxy = kubeProxy == null || kubeProxy;
        allowSchedulingOnControlPlanes = allowSchedulingOnControlPlanes != null && allowSchedulingOnControlPlanes;
        excludeFromLoadBalancers = excludeFromLoadBalancers == null || excludeFromLoadBalancers;
        discovery = discovery == null || discovery;
        kubePrismPort =
                kubePrismPort == null || kubePrismPort.isEmpty() ? OptionalInt.of(KUBE_PRISM_PORT) : kubePrismPort;
        sharedAddress = Objects.requireNonNullElse(sharedAddress, Optional.empty());
        sysctls = sysctls == null ? Map.of() : OrderedMaps.copy(sysctls);
        registryMirrors = registryMirrors == null ? Map.of() : OrderedMaps.copy(registryMirrors);
        timeServers = timeServers == null ? List.of() : List.copyOf(timeServers);
        nameservers = nameservers == null ? List.of() : List.copyOf(nameservers);
    }

    /**
     * Validates the options.
     *
     * @throws ButlerException with every problem
     */
    public void check() {
        List<InputProblem> problems = new ArrayList<>();
        if (!CLUSTER_NAME.matcher(clusterName).matches()) {
            problems.add(new InputProblem("clusterName", "must consist of letters, digits, dots and dashes"));
        }
        problems.addAll(endpointProblems());
        if (!DnsNames.isValid(dnsDomain)) {
            problems.add(new InputProblem("dnsDomain", "is not a valid DNS name"));
        }
        podSubnets.stream()
                .filter(subnet -> CidrBlock.tryParse(subnet).isEmpty())
                .forEach(subnet ->
                        problems.add(new InputProblem("podSubnets", "'%s' is not a valid subnet".formatted(subnet))));
        serviceSubnets.stream()
                .filter(subnet -> CidrBlock.tryParse(subnet).isEmpty())
                .forEach(subnet -> problems.add(
                        new InputProblem("serviceSubnets", "'%s' is not a valid subnet".formatted(subnet))));
        sharedAddress
                .filter(shared -> IpAddress.tryParse(shared.address()).isEmpty())
                .ifPresent(shared -> problems.add(
                        new InputProblem("vip", "'%s' is not a valid IP address".formatted(shared.address()))));
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid machine configuration options.", problems);
        }
    }

    private List<InputProblem> endpointProblems() {
        try {
            URI uri = new URI(endpoint);
            boolean good = "https".equals(uri.getScheme()) && uri.getHost() != null;
            return good ? List.of() : List.of(endpointProblem());
        } catch (URISyntaxException e) {
            return List.of(endpointProblem());
        }
    }

    private static InputProblem endpointProblem() {
        return new InputProblem(
                "endpoint", "must be an https URL with a host", "use the format https://10.0.0.10:6443");
    }

    /** Returns warnings about these options. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        contract.warning().ifPresent(warnings::add);
        TalosCompatibility.objection(contract, kubernetes).ifPresent(warnings::add);
        if (!installation.kernelArguments().isEmpty() && contract.isAtLeast(1, 14)) {
            warnings.add(
                    "Talos %s reads kernel arguments only from the image schematic; the configured ones are ignored."
                            .formatted(contract));
        } else if (!installation.kernelArguments().isEmpty() && contract.isAtLeast(1, 12)) {
            warnings.add(
                    "Talos %s rejects kernel arguments together with grubUseUKICmdline on bare metal; add them to the image schematic."
                            .formatted(contract));
        }
        return warnings;
    }

    String endpointHost() {
        String host = URI.create(endpoint).getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}
