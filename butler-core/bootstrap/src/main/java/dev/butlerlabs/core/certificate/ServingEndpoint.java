package dev.butlerlabs.core.certificate;

import dev.butlerlabs.core.status.NodeObservation;
import dev.butlerlabs.core.status.TalosconfigReader;
import dev.butlerlabs.core.talos.client.ClientConfiguration;
import dev.butlerlabs.core.talos.client.NodeAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A TLS server of a management cluster. Immutable.
 *
 * @param name of its certificate, such as {@code Kubernetes API}
 * @param owner the node; empty if it is not known
 * @param isOptional whether a server that does not answer is not a problem, since it is usually not reachable from outside
 */
record ServingEndpoint(String name, NodeAddress address, Optional<String> owner, boolean isOptional) {
    static final String KUBERNETES = "Kubernetes API";
    static final String TALOS = "Talos API";
    static final String ETCD = "etcd";

    private static final int HTTPS = 443;
    private static final int ETCD_PORT = 2379;

    ServingEndpoint {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(owner, "owner");
    }

    /**
     * Returns the servers of a cluster.
     *
     * @param server of the kubeconfig
     * @param talos empty if no talosconfig is known
     * @param kubernetesPort of the API servers on the machines
     */
    static List<ServingEndpoint> of(
            URI server, List<NodeObservation> nodes, Optional<ClientConfiguration.Context> talos, int kubernetesPort) {
        List<ServingEndpoint> all = new ArrayList<>();
        NodeAddress endpoint = new NodeAddress(host(server), server.getPort() < 0 ? HTTPS : server.getPort());
        all.add(new ServingEndpoint(KUBERNETES, endpoint, owner(nodes, endpoint.host()), false));
        for (NodeObservation node : nodes) {
            node.address()
                    .filter(_ -> node.isControlPlane())
                    .filter(host -> isDirect(talos, host))
                    .ifPresent(host -> {
                        if (!host.equals(endpoint.host())) {
                            all.add(at(KUBERNETES, host, kubernetesPort, node, false));
                        }
                        all.add(at(ETCD, host, ETCD_PORT, node, true));
                    });
        }
        all.addAll(talosServers(nodes, talos));
        return all;
    }

    private static ServingEndpoint at(String name, String host, int port, NodeObservation node, boolean isOptional) {
        return new ServingEndpoint(name, new NodeAddress(host, port), Optional.of(node.name()), isOptional);
    }

    /** Machines that are only reachable through published ports of this computer are not reachable at their own addresses. */
    private static boolean isDirect(Optional<ClientConfiguration.Context> talos, String host) {
        return talos.flatMap(context -> context.endpointFor(new NodeAddress(host, NodeAddress.DEFAULT_PORT)))
                .isEmpty();
    }

    private static List<ServingEndpoint> talosServers(
            List<NodeObservation> nodes, Optional<ClientConfiguration.Context> talos) {
        List<ServingEndpoint> all = new ArrayList<>();
        if (talos.isEmpty()) {
            nodes.forEach(node ->
                    node.address().ifPresent(host -> all.add(at(TALOS, host, NodeAddress.DEFAULT_PORT, node, false))));
            return all;
        }
        ClientConfiguration.Context context = talos.get();
        for (NodeAddress machine : TalosconfigReader.addresses(context, nodes)) {
            Optional<NodeAddress> published = context.endpointFor(machine);
            // A machine without a port of its own is reached through another one, which shows its own certificate.
            if (published.isEmpty() || context.nodes().contains(machine)) {
                all.add(new ServingEndpoint(TALOS, published.orElse(machine), owner(nodes, machine.host()), false));
            }
        }
        return all;
    }

    private static Optional<String> owner(List<NodeObservation> nodes, String host) {
        return nodes.stream()
                .filter(node -> node.address().equals(Optional.of(host)))
                .map(NodeObservation::name)
                .findFirst();
    }

    private static String host(URI server) {
        return server.getHost().replaceAll("[\\[\\]]", "");
    }

    /** Returns the address, and the node if it is known. */
    String location() {
        return address.authority() + owner.map(" (%s)"::formatted).orElse("");
    }
}
