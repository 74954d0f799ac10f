package dev.butlerlabs.core.bootstrap;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.LoadBalancerRequest;
import dev.butlerlabs.core.api.LoadBalancerRequestSpec;
import dev.butlerlabs.core.api.LoadBalancerRequestSpec.Target;
import dev.butlerlabs.core.api.LoadBalancerRequestStatus;
import dev.butlerlabs.core.api.LoadBalancerRequestStatus.Phase;
import dev.butlerlabs.core.api.MachineRequestStatus;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.kube.KubeErrors;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.reconcile.Owners;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Settles by which host the Kubernetes API is reached: a shared address, a load balancer, or the first machine. */
final class BalancerStep {
    private final KubernetesClient client;
    private final int port;

    BalancerStep(KubernetesClient client, int port) {
        this.client = client;
        this.port = port;
    }

    /** Asks for the load balancer early: it takes longer than machines do. */
    StepResult request(BootstrapScope scope) {
        if (!scope.plan().isBalanced()) {
            return StepResult.done("No load balancer is needed.");
        }
        apply(scope, find(scope).map(request -> request.getSpec().targets()).orElse(List.of()));
        return StepResult.done();
    }

    StepResult settle(BootstrapScope scope) {
        if (scope.plan().isBalanced()) {
            return balanced(scope);
        }
        scope.endpoint(
                scope.plan().vip().orElseGet(() -> scope.controlPlaneAddresses().getFirst()));
        return StepResult.done(
                "The API is reached at %s.".formatted(scope.endpoint().orElseThrow()));
    }

    private StepResult balanced(BootstrapScope scope) {
        LoadBalancerRequest request = apply(scope, targets(scope));
        Optional<LoadBalancerRequestStatus> status = Optional.ofNullable(request.getStatus());
        if (status.filter(seen -> seen.phase() == Phase.FAILED).isPresent()) {
            return StepResult.failed(
                    "LoadBalancerFailed",
                    status.map(LoadBalancerRequestStatus::failureMessage).orElse("the load balancer failed"));
        }
        Optional<String> host =
                status.filter(seen -> seen.phase() == Phase.READY).map(LoadBalancerRequestStatus::endpoint);
        host.ifPresent(scope::endpoint);
        return host.map(name -> StepResult.done("The API is reached at %s.".formatted(name)))
                .orElseGet(() -> StepResult.waiting("WaitingForLoadBalancer", "The load balancer has no address yet."));
    }

    private Optional<LoadBalancerRequest> find(BootstrapScope scope) {
        String name = Names.loadBalancer(scope.cluster());
        return KubeErrors.translating(
                "reading load balancer request " + name,
                () -> Optional.ofNullable(client.resources(LoadBalancerRequest.class)
                        .inNamespace(scope.namespace())
                        .withName(name)
                        .get()));
    }

    private LoadBalancerRequest apply(BootstrapScope scope, List<Target> targets) {
        LoadBalancerRequest wanted = request(scope, targets);
        return find(scope)
                .filter(present -> present.getSpec().equals(wanted.getSpec()))
                .orElseGet(() -> ServerSideApply.asButlerForced().apply(client, wanted));
    }

    private LoadBalancerRequest request(BootstrapScope scope, List<Target> targets) {
        ObjectReference provider = scope.resource().getSpec().providerRef();
        LoadBalancerRequest request = new LoadBalancerRequest();
        request.setMetadata(new ObjectMetaBuilder()
                .withName(Names.loadBalancer(scope.cluster()))
                .withNamespace(scope.namespace())
                .withLabels(MachineRequests.ofCluster(scope.cluster()))
                .addToAnnotations(Annotations.OWNER_ID, MachineRequests.owner(scope.resource()))
                .build());
        request.setSpec(new LoadBalancerRequestSpec(
                new ObjectReference(
                        provider.name(), Objects.requireNonNullElse(provider.namespace(), scope.namespace())),
                scope.cluster(),
                port,
                null,
                targets));
        return Owners.own(scope.resource(), request);
    }

    private static List<Target> targets(BootstrapScope scope) {
        return scope.plan().controlPlanes().stream()
                .map(machine -> scope.machines().get(machine.name()))
                .map(machine -> {
                    MachineRequestStatus status = machine.getStatus();
                    return new Target(
                            status.ipAddress(),
                            status.providerID(),
                            machine.getMetadata().getName());
                })
                .toList();
    }

    /** Removes the load balancer; it is gone when its request is. */
    StepResult remove(BootstrapScope scope) {
        Optional<LoadBalancerRequest> left = find(scope);
        left.filter(request -> !request.isMarkedForDeletion())
                .ifPresent(request -> KubeErrors.translating(
                        "deleting the load balancer request",
                        () -> client.resource(request).delete()));
        return left.isEmpty()
                ? StepResult.done("No load balancer is left.")
                : StepResult.waiting("WaitingForRemoval", "The load balancer is still there.");
    }
}
