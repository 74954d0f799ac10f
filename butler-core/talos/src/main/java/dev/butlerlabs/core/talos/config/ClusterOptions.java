package dev.butlerlabs.core.talos.config;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.Problem;
import dev.butlerlabs.core.version.Compatibility;
import dev.butlerlabs.core.version.KubernetesVersion;
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
 * What the configurations of a cluster's machines are made from. What is left out of the builder takes Talos's own default.
 *
 * @param endpoint where the Kubernetes API will be reached, as an https URL
 * @param additionalSans further names and addresses for the certificates of the Talos and Kubernetes APIs
 * @param apiServerPort where the API server listens on each control plane node, when not on 6443
 * @param cni which network plugin Talos installs
 * @param kubeProxy whether kube-proxy runs; some network plugins do its work
 * @param kubePrismPort of the load balancer on every node that leads to the API servers; 0 switches it off
 * @param excludeFromLoadBalancers whether control plane nodes are kept out of external load balancers
 * @param registryMirrors by registry host
 */
@RecordBuilder
public record ClusterOptions(
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
        Optional<SharedAddress> sharedAddress,
        Map<String, String> sysctls,
        Map<String, List<String>> registryMirrors,
        List<String> timeServers,
        List<String> nameservers)
        implements ClusterOptionsBuilder.With {
    public static final int KUBE_PRISM_PORT = 7445;

    private static final Pattern CLUSTER_NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?");

    public ClusterOptions {
        Objects.requireNonNull(clusterName, "clusterName");
        Objects.requireNonNull(endpoint, "endpoint");
        contract = Objects.requireNonNullElse(contract, VersionContract.NEWEST);
        kubernetes = kubernetes == null ? Compatibility.defaultKubernetes(contract) : kubernetes;
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
        sysctls = sysctls == null ? Map.of() : Ordered.copy(sysctls);
        registryMirrors = registryMirrors == null ? Map.of() : Ordered.copy(registryMirrors);
        timeServers = timeServers == null ? List.of() : List.copyOf(timeServers);
        nameservers = nameservers == null ? List.of() : List.copyOf(nameservers);
    }

    /** Everything wrong with the options, at once. */
    public void check() {
        List<Problem> problems = new ArrayList<>();
        if (!CLUSTER_NAME.matcher(clusterName).matches()) {
            problems.add(new Problem("clusterName", "must be letters, digits, dots and dashes"));
        }
        problems.addAll(endpointProblems());
        if (!DnsNames.isValid(dnsDomain)) {
            problems.add(new Problem("dnsDomain", "is not a DNS name"));
        }
        podSubnets.stream()
                .filter(subnet -> !Addresses.isSubnet(subnet))
                .forEach(subnet -> problems.add(new Problem("podSubnets", "'%s' is not a subnet".formatted(subnet))));
        serviceSubnets.stream()
                .filter(subnet -> !Addresses.isSubnet(subnet))
                .forEach(subnet ->
                        problems.add(new Problem("serviceSubnets", "'%s' is not a subnet".formatted(subnet))));
        sharedAddress
                .filter(shared -> !Addresses.isAddress(shared.address()))
                .ifPresent(shared ->
                        problems.add(new Problem("vip", "'%s' is not an IP address".formatted(shared.address()))));
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("The options make no machine configuration.", problems);
        }
    }

    private List<Problem> endpointProblems() {
        try {
            URI uri = new URI(endpoint);
            boolean good = "https".equals(uri.getScheme()) && uri.getHost() != null;
            return good ? List.of() : List.of(endpointProblem());
        } catch (URISyntaxException e) {
            return List.of(endpointProblem());
        }
    }

    private static Problem endpointProblem() {
        return new Problem("endpoint", "must be an https URL with a host", "write it as https://10.0.0.10:6443");
    }

    /** What a person should know before these options are used. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        contract.warning().ifPresent(warnings::add);
        Compatibility.objection(contract, kubernetes).ifPresent(warnings::add);
        if (!installation.kernelArguments().isEmpty() && contract.isAtLeast(1, 14)) {
            warnings.add("Talos %s takes kernel arguments from the image schematic alone; they are left out."
                    .formatted(contract));
        } else if (!installation.kernelArguments().isEmpty() && contract.isAtLeast(1, 12)) {
            warnings.add(
                    "Talos %s refuses kernel arguments on bare metal beside grubUseUKICmdline; put them into the image schematic."
                            .formatted(contract));
        }
        return warnings;
    }

    String endpointHost() {
        String host = URI.create(endpoint).getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}
