package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.BootstrapObjectNames;
import dev.butlerlabs.core.api.LoadBalancerRequest;
import dev.butlerlabs.core.api.LoadBalancerRequestSpec;
import dev.butlerlabs.core.api.LoadBalancerRequestSpec.Target;
import dev.butlerlabs.core.api.LoadBalancerRequestStatus;
import dev.butlerlabs.core.api.LoadBalancerRequestStatus.Phase;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestStatus;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.bootstrap.plan.MachineRequestRenderer;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.OwnerReferences;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Determines the host of the Kubernetes API: a virtual address, a load balancer, or the first machine. */
final class BalancerStep {
    private final KubernetesClient client;
    private final int port;

    BalancerStep(KubernetesClient client, int port) {
        this.client = client;
        this.port = port;
    }

    /**
     * Requests the load balancer early, since it takes longer than the machines. Machines that are created with their configuration need
     * its name, which is known before it accepts connections.
     */
    StepResult request(BootstrapReconcileContext scope) {
        if (!scope.plan().isBalanced()) {
            scope.plan().vip().ifPresent(scope::endpoint);
            return StepResult.done("No load balancer is required.");
        }
        LoadBalancerRequest request = apply(
                scope, find(scope).map(present -> present.getSpec().targets()).orElse(List.of()));
        Optional<LoadBalancerRequestStatus> status = Optional.ofNullable(request.getStatus());
        status.map(LoadBalancerRequestStatus::endpoint).ifPresent(scope::endpoint);
        return scope.endpoint().isPresent() || !scope.plan().usesUserData()
                ? StepResult.done()
                : failed(status)
                        .orElseGet(() -> StepResult.waiting(
                                "WaitingForLoadBalancer", "Waiting for the DNS name of the load balancer."));
    }

    private static Optional<StepResult> failed(Optional<LoadBalancerRequestStatus> status) {
        return status.filter(seen -> seen.phase() == Phase.FAILED)
                .map(seen -> StepResult.failed(
                        "LoadBalancerFailed",
                        Objects.requireNonNullElse(seen.failureMessage(), "the load balancer failed")));
    }

    StepResult settle(BootstrapReconcileContext scope) {
        if (scope.plan().isBalanced()) {
            return balanced(scope);
        }
        scope.endpoint(scope.runningEndpoint()
                .or(() -> scope.plan().vip())
                .orElseGet(() -> scope.controlPlaneAddresses().getFirst()));
        return StepResult.done("API endpoint: %s.".formatted(scope.endpoint().orElseThrow()));
    }

    private StepResult balanced(BootstrapReconcileContext scope) {
        LoadBalancerRequest request = apply(scope, targets(scope));
        Optional<LoadBalancerRequestStatus> status = Optional.ofNullable(request.getStatus());
        Optional<StepResult> failure = failed(status);
        if (failure.isPresent()) {
            return failure.get();
        }
        Optional<String> host =
                status.filter(seen -> seen.phase() == Phase.READY).map(LoadBalancerRequestStatus::endpoint);
        host.ifPresent(scope::endpoint);
        return host.map(name -> StepResult.done("API endpoint: %s.".formatted(name)))
                .orElseGet(() ->
                        StepResult.waiting("WaitingForLoadBalancer", "Waiting for the address of the load balancer."));
    }

    private Optional<LoadBalancerRequest> find(BootstrapReconcileContext scope) {
        String name = BootstrapObjectNames.loadBalancer(scope.cluster());
        return KubeErrorMapper.translating(
                "reading load balancer request " + name,
                () -> Optional.ofNullable(client.resources(LoadBalancerRequest.class)
                        .inNamespace(scope.namespace())
                        .withName(name)
                        .get()));
    }

    private LoadBalancerRequest apply(BootstrapReconcileContext scope, List<Target> targets) {
        LoadBalancerRequest wanted = request(scope, targets);
        return find(scope)
                .filter(present -> present.getSpec().equals(wanted.getSpec()))
                .orElseGet(() -> ServerSideApply.asButlerForced().apply(client, wanted));
    }

    private LoadBalancerRequest request(BootstrapReconcileContext scope, List<Target> targets) {
        ObjectReference provider = scope.resource().getSpec().providerRef();
        LoadBalancerRequest request = new LoadBalancerRequest();
        request.setMetadata(new ObjectMetaBuilder()
                .withName(BootstrapObjectNames.loadBalancer(scope.cluster()))
                .withNamespace(scope.namespace())
                .withLabels(MachineRequestRenderer.labels(scope.resource()))
                .addToAnnotations(Annotations.OWNER_ID, MachineRequestRenderer.owner(scope.resource()))
                .build());
        request.setSpec(new LoadBalancerRequestSpec(
                new ObjectReference(
                        provider.name(), Objects.requireNonNullElse(provider.namespace(), scope.namespace())),
                scope.cluster(),
                port,
                null,
                targets));
        return OwnerReferences.own(scope.resource(), request);
    }

    /** Replaces the targets by the machines that are there and not being removed. */
    StepResult retarget(BootstrapReconcileContext scope, String removed) {
        if (!scope.plan().isBalanced()) {
            return StepResult.done("No load balancer is required.");
        }
        apply(
                scope,
                targets(scope).stream()
                        .filter(target -> !target.instanceName().equals(removed))
                        .toList());
        return StepResult.done();
    }

    private static List<Target> targets(BootstrapReconcileContext scope) {
        return scope.plan().controlPlanes().stream()
                .flatMap(machine -> Stream.ofNullable(scope.machines().get(machine.name())))
                .filter(BalancerStep::isUsable)
                .map(machine -> {
                    MachineRequestStatus status = machine.getStatus();
                    return new Target(
                            status.ipAddress(),
                            status.providerID(),
                            machine.getMetadata().getName());
                })
                .toList();
    }

    private static boolean isUsable(MachineRequest machine) {
        return !machine.isMarkedForDeletion()
                && machine.getStatus() != null
                && machine.getStatus().ipAddress() != null;
    }

    /** Deletes the load balancer. The infrastructure has removed it once its request is gone. */
    StepResult remove(BootstrapReconcileContext scope) {
        Optional<LoadBalancerRequest> left = find(scope);
        left.filter(request -> !request.isMarkedForDeletion())
                .ifPresent(request -> KubeErrorMapper.translating(
                        "deleting the load balancer request",
                        () -> client.resource(request).delete()));
        return left.isEmpty()
                ? StepResult.done("Load balancer deleted.")
                : StepResult.waiting("WaitingForRemoval", "Deleting the load balancer.");
    }
}
