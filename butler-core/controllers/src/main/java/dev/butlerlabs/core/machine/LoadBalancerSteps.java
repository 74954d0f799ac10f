package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.LoadBalancerOperations;
import dev.butlerlabs.core.provider.LoadBalancerState;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;

/** The steps of creating and deleting the load balancer of a LoadBalancerRequest. */
final class LoadBalancerSteps {
    private static final String FAILED = "LoadBalancerFailed";
    private static final String GONE = "LoadBalancerGone";

    private final KubernetesClient client;
    private final ProviderConnector door;

    LoadBalancerSteps(KubernetesClient client, ProviderConnector door) {
        this.client = client;
        this.door = door;
    }

    List<Step<LoadBalancerReconcileContext>> creation() {
        return List.of(
                Step.of(ProviderConnector.STEP, scope -> door.enter(scope, "")),
                Step.of(ConditionTypes.PROVISIONED, scope -> door.guarded(scope, FAILED, () -> provision(scope))),
                Step.of(ConditionTypes.TARGETS_SYNCED, this::sync));
    }

    private StepResult provision(LoadBalancerReconcileContext scope) {
        scope.found(LoadBalancerTargets.find(scope.request(), machines(scope)));
        LoadBalancerState state = ask(scope, balancers -> balancers.ensure(scope.wanted()));
        scope.saw(state);
        return switch (state) {
            case LoadBalancerState.Ready ready ->
                StepResult.done(
                        "LoadBalancerReady",
                        "The load balancer accepts connections at %s.".formatted(ready.endpoint()));
            case LoadBalancerState.Starting starting ->
                StepResult.waiting(
                        "LoadBalancerCreating",
                        starting.awaited(),
                        door.options().eagerPoll());
            case LoadBalancerState.Leaving leaving ->
                StepResult.waiting(
                        "LoadBalancerLeaving",
                        "Waiting for the deletion of an earlier load balancer of this cluster.",
                        door.options().eagerPoll());
            case LoadBalancerState.Absent absent ->
                StepResult.waiting(
                        "LoadBalancerCreating",
                        "The infrastructure does not report the load balancer yet.",
                        door.options().eagerPoll());
            case LoadBalancerState.Broken broken -> {
                scope.fail(broken.reason(), broken.message());
                yield StepResult.failed(broken.reason(), broken.message());
            }
        };
    }

    private List<MachineRequest> machines(LoadBalancerReconcileContext scope) {
        String namespace = scope.request().getMetadata().getNamespace();
        return KubeErrorMapper.translating(
                "listing MachineRequests in " + namespace,
                () -> client.resources(MachineRequest.class)
                        .inNamespace(namespace)
                        .list()
                        .getItems());
    }

    private StepResult sync(LoadBalancerReconcileContext scope) {
        LoadBalancerTargets targets = scope.targets();
        if (!targets.unknown().isEmpty()) {
            return StepResult.waiting(
                    "TargetsUnknown",
                    "No machine found yet for %s.".formatted(String.join(", ", new TreeSet<>(targets.unknown()))),
                    door.options().balancerSync());
        }
        return scope.seen().orElseThrow() instanceof LoadBalancerState.Ready ready
                        && ready.registeredTargets() == targets.providerIds().size()
                ? StepResult.done()
                : StepResult.waiting(
                        "TargetsRegistering",
                        "Registering the targets.",
                        door.options().eagerPoll());
    }

    List<Step<LoadBalancerReconcileContext>> removal() {
        return List.of(
                Step.of(
                        ProviderConnector.STEP,
                        scope -> door.enterToRemove(scope, "The load balancer is kept until then.")),
                Step.of(GONE, scope -> door.guarded(scope, FAILED, () -> remove(scope))));
    }

    private StepResult remove(LoadBalancerReconcileContext scope) {
        LoadBalancerState state = scope.ask(infrastructure -> infrastructure
                .loadBalancers()
                .map(balancers -> balancers.observe(scope.id()))
                .orElseGet(LoadBalancerState.Absent::new));
        scope.saw(state);
        if (state instanceof LoadBalancerState.Absent) {
            door.forget(ObjectName.from(scope.request()), scope.config());
            return StepResult.done("LoadBalancerDeleted", "Load balancer deleted.");
        }
        ask(scope, balancers -> {
            balancers.delete(scope.id());
            return true;
        });
        return StepResult.waiting(
                "LoadBalancerDeleting",
                "Deleting the load balancer.",
                door.options().eagerPoll());
    }

    private static <T> T ask(LoadBalancerReconcileContext scope, Function<LoadBalancerOperations, T> question) {
        return scope.ask(infrastructure -> question.apply(balancers(scope, infrastructure)));
    }

    private static LoadBalancerOperations balancers(
            LoadBalancerReconcileContext scope, ConnectedInfrastructure infrastructure) {
        return infrastructure
                .loadBalancers()
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_OFFERED,
                        "%s does not support load balancers."
                                .formatted(scope.session().profile().title()),
                        "Use a virtual address for the control plane and delete this LoadBalancerRequest."));
    }
}
