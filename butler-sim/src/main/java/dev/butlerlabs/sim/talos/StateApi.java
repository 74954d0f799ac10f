package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.talos.wire.Resources;
import dev.butlerlabs.core.talos.wire.StateGrpc;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Serves the resources of a machine to the roles that may read them. */
final class StateApi extends StateGrpc.StateImplBase {
    private static final Set<String> NAMESPACES = Set.of(
            "block",
            "cluster",
            "cluster-raw",
            "config",
            "controlplane",
            "cri",
            "etcd",
            "extras",
            "files",
            "hardware",
            "k8s",
            "kubespan",
            "meta",
            "network",
            "network-config",
            "perf",
            "runtime",
            "secrets",
            "security",
            "siderolink",
            "v1alpha1");

    private final NodeResources resources;

    StateApi(SimulatedNode node) {
        this.resources = new NodeResources(node);
    }

    @Override
    public void get(Resources.GetRequest request, StreamObserver<Resources.GetResponse> answers) {
        Optional<Status> refusal = refusal(request.getType(), request.getNamespace());
        if (refusal.isPresent()) {
            answers.onError(refusal.get().asRuntimeException());
            return;
        }
        Optional<Resources.Resource> found = found(request.getNamespace(), request.getType()).stream()
                .filter(resource -> resource.getMetadata().getId().equals(request.getId()))
                .findFirst();
        if (found.isEmpty()) {
            answers.onError(Status.NOT_FOUND
                    .withDescription("resource %s(%s/%s@undefined) doesn't exist"
                            .formatted(request.getType(), request.getNamespace(), request.getId()))
                    .asRuntimeException());
            return;
        }
        answers.onNext(
                Resources.GetResponse.newBuilder().setResource(found.get()).build());
        answers.onCompleted();
    }

    @Override
    public void list(Resources.ListRequest request, StreamObserver<Resources.ListResponse> answers) {
        Optional<Status> refusal = refusal(request.getType(), request.getNamespace());
        if (refusal.isPresent()) {
            answers.onError(refusal.get().asRuntimeException());
            return;
        }
        found(request.getNamespace(), request.getType())
                .forEach(resource -> answers.onNext(Resources.ListResponse.newBuilder()
                        .setResource(resource)
                        .build()));
        answers.onCompleted();
    }

    /** Returns why a request is rejected, with checks in the order of a real machine. */
    private static Optional<Status> refusal(String type, String namespace) {
        Optional<NodeResourceType> known = NodeResourceType.find(type);
        if (known.isEmpty()) {
            return denied("resource type \"%s\" is not supported".formatted(type));
        }
        if (known.get().sensitive() && !AuthInterceptor.callerRoles().contains("os:admin")) {
            return denied("not authorized");
        }
        return NAMESPACES.contains(namespace)
                ? Optional.empty()
                : denied("namespace \"%s\" is not supported".formatted(namespace));
    }

    private static Optional<Status> denied(String reason) {
        return Optional.of(Status.PERMISSION_DENIED.withDescription(reason));
    }

    private List<Resources.Resource> found(String namespace, String type) {
        return NodeResourceType.find(type)
                .filter(known -> known.namespace().equals(namespace))
                .map(resources::of)
                .orElse(List.of());
    }
}
