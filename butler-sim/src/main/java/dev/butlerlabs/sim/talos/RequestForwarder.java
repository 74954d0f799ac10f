package dev.butlerlabs.sim.talos;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import java.util.List;
import java.util.Optional;

/** Forwards requests from a control plane to other nodes of its cluster, as apid does. */
final class RequestForwarder {
    private static final int APID_PORT = 50_000;

    private final SimulatedNode node;

    RequestForwarder(SimulatedNode node) {
        this.node = node;
    }

    <Q, A> ServerCall.Listener<Q> toOne(String target, ServerCall<Q, A> call, Metadata headers) {
        Optional<SimulatedNode> remote = find(target);
        if (remote.isEmpty()) {
            return rejected(call, isInMaintenance(target) ? untrusted() : unreachable(target));
        }
        Optional<ServerCallHandler<Q, A>> handler = handler(remote.get(), call);
        return handler.isPresent()
                ? new AuthInterceptor(remote.get()).serve(call, headers, handler.get())
                : rejected(call, unknownMethod(call));
    }

    <Q, A> ServerCall.Listener<Q> toMany(List<String> targets, ServerCall<Q, A> call, Metadata headers) {
        return new AggregateCall<>(call).start(targets, (target, nodeCall) -> toOne(target, nodeCall, headers));
    }

    static <Q> ServerCall.Listener<Q> rejected(ServerCall<Q, ?> call, Status status) {
        call.close(status, new Metadata());
        return new ServerCall.Listener<>() {};
    }

    /** Finds a node by address. Machines of a test may share an address; the dialled node then answers for it. */
    private Optional<SimulatedNode> find(String target) {
        if (node.isAt(target)) {
            return Optional.of(node);
        }
        return node.cluster().stream()
                .flatMap(cluster -> node.network().members(cluster).stream())
                .filter(member -> member.isAt(target))
                .filter(SimulatedNode::isListening)
                .findFirst();
    }

    @SuppressWarnings("unchecked")
    private static <Q, A> Optional<ServerCallHandler<Q, A>> handler(SimulatedNode remote, ServerCall<Q, A> call) {
        for (ServerServiceDefinition service : TalosServices.services(remote)) {
            ServerMethodDefinition<?, ?> method =
                    service.getMethod(call.getMethodDescriptor().getFullMethodName());
            if (method != null) {
                return Optional.of((ServerCallHandler<Q, A>) method.getServerCallHandler());
            }
        }
        return Optional.empty();
    }

    private boolean isInMaintenance(String target) {
        return node.network().nodes().stream()
                .anyMatch(other -> other.isAt(target) && other.isOn() && other.stage() == NodeStage.MAINTENANCE);
    }

    private static Status untrusted() {
        return Status.UNAVAILABLE.withDescription(
                "connection error: desc = \"transport: authentication handshake failed: tls: failed to verify certificate:"
                        + " x509: certificate signed by unknown authority\"");
    }

    private static Status unreachable(String target) {
        return Status.UNAVAILABLE.withDescription(
                "connection error: desc = \"transport: Error while dialing: dial tcp %s:%d: connect: connection refused\""
                        .formatted(target, APID_PORT));
    }

    private static Status unknownMethod(ServerCall<?, ?> call) {
        return Status.UNIMPLEMENTED.withDescription(
                "unknown service " + call.getMethodDescriptor().getServiceName());
    }
}
