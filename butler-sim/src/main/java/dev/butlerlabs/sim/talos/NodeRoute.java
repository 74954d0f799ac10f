package dev.butlerlabs.sim.talos;

import io.grpc.Metadata;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The nodes that answer a request, as the metadata {@code node} and {@code nodes} select them. */
sealed interface NodeRoute {
    Metadata.Key<String> NODE = Metadata.Key.of("node", Metadata.ASCII_STRING_MARSHALLER);
    Metadata.Key<String> NODES = Metadata.Key.of("nodes", Metadata.ASCII_STRING_MARSHALLER);
    Set<String> AGGREGATED = Set.of(
            "machine.MachineService",
            "cluster.ClusterService",
            "inspect.InspectService",
            "storage.StorageService",
            "time.TimeService");

    /** The dialled node answers. */
    record Local() implements NodeRoute {}

    /** Another node answers, and its response is passed on unchanged. */
    record One(String target) implements NodeRoute {}

    /** Several nodes answer, and each message names its node. */
    record Many(List<String> targets) implements NodeRoute {
        public Many {
            targets = List.copyOf(targets);
        }
    }

    /** No node answers. */
    record Rejected(Status status) implements NodeRoute {}

    /**
     * Routes a request as apid does.
     *
     * @param service the full name of the gRPC service
     * @param forwards whether the dialled node forwards requests; workers and nodes in maintenance do not
     * @param isLocal whether an address belongs to the dialled node
     */
    static NodeRoute of(String service, Metadata headers, boolean forwards, Predicate<String> isLocal) {
        List<String> node = values(headers, NODE);
        List<String> nodes = values(headers, NODES);
        if (node.size() > 1) {
            return new Rejected(Status.INVALID_ARGUMENT.withDescription("node metadata must be single-valued"));
        }
        if (!forwards) {
            return withoutForwarding(node, nodes, isLocal);
        }
        if (!nodes.isEmpty()) {
            return many(service, nodes);
        }
        return node.isEmpty() ? new Local() : valid(node, new One(node.getFirst()));
    }

    private static NodeRoute withoutForwarding(List<String> node, List<String> nodes, Predicate<String> isLocal) {
        boolean local = node.stream().allMatch(isLocal)
                && (nodes.isEmpty() || (nodes.size() == 1 && isLocal.test(nodes.getFirst())));
        return local ? new Local() : new Rejected(Status.PERMISSION_DENIED.withDescription("no request forwarding"));
    }

    private static NodeRoute many(String service, List<String> nodes) {
        return AGGREGATED.contains(service)
                ? valid(nodes, new Many(nodes))
                : new Rejected(Status.INVALID_ARGUMENT.withDescription("one-2-many proxying is not supported for "
                        + (service.startsWith("cosi.") ? "COSI methods" : service)));
    }

    private static NodeRoute valid(List<String> targets, NodeRoute route) {
        return targets.stream()
                .filter(target -> target.isEmpty() || target.matches("[^:]*:\\d+|\\[.*]:\\d+"))
                .findFirst()
                .<NodeRoute>map(target ->
                        new Rejected(Status.INTERNAL.withDescription("invalid target \"%s\"".formatted(target))))
                .orElse(route);
    }

    private static List<String> values(Metadata headers, Metadata.Key<String> key) {
        List<String> values = new ArrayList<>();
        Iterable<String> present = headers.getAll(key);
        if (present != null) {
            present.forEach(values::add);
        }
        return values;
    }
}
