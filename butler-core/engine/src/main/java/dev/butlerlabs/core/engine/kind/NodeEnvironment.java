package dev.butlerlabs.core.engine.kind;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Returns the environment of a node: its kubeconfig, and the proxies of this machine, excluding cluster-internal addresses. */
final class NodeEnvironment {
    private static final List<String> PROXIES = List.of("HTTP_PROXY", "HTTPS_PROXY");
    private static final List<String> INSIDE = List.of(".svc", ".svc.cluster", ".svc.cluster.local");

    private NodeEnvironment() {}

    static List<String> of(KindOptions options, KindClusterName name, List<String> subnets) {
        List<String> variables = new ArrayList<>(List.of("KUBECONFIG=/etc/kubernetes/admin.conf"));
        options.variable("KIND_EXPERIMENTAL_CONTAINERD_SNAPSHOTTER")
                .ifPresent(value -> variables.add("KIND_EXPERIMENTAL_CONTAINERD_SNAPSHOTTER=" + value));
        PROXIES.forEach(proxy -> options.variable(proxy).ifPresent(value -> addBoth(variables, proxy, value)));
        if (PROXIES.stream().anyMatch(proxy -> options.variable(proxy).isPresent())) {
            addBoth(variables, "NO_PROXY", String.join(",", direct(options, name, subnets)));
        }
        return variables;
    }

    private static List<String> direct(KindOptions options, KindClusterName name, List<String> subnets) {
        return Stream.of(
                        options.variable("NO_PROXY").stream(),
                        Stream.of(KubeadmConfiguration.SERVICE_SUBNET, KubeadmConfiguration.POD_SUBNET),
                        subnets.stream(),
                        Stream.of(name.node()),
                        INSIDE.stream())
                .flatMap(part -> part)
                .toList();
    }

    private static void addBoth(List<String> variables, String name, String value) {
        variables.add(name + "=" + value);
        variables.add(name.toLowerCase(Locale.ROOT) + "=" + value);
    }
}
