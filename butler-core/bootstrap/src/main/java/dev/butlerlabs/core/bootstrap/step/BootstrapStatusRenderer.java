package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.addon.AddonState;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ClusterBootstrapStatus;
import dev.butlerlabs.core.api.ClusterBootstrapStatus.Machine;
import dev.butlerlabs.core.api.ClusterBootstrapStatusBuilder;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestStatus;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.StepResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Renders the status of a bootstrap. Fields of steps that a reconciliation did not reach are copied from the previous status. The
 * kubeconfig and talosconfig are stored in Secrets, never in the status.
 */
final class BootstrapStatusRenderer {
    private final Optional<ClusterBootstrapStatus> before;
    private final BootstrapReconcileContext scope;
    private final ReconcileOutcome outcome;

    private BootstrapStatusRenderer(
            ClusterBootstrap resource, BootstrapReconcileContext scope, ReconcileOutcome outcome) {
        this.before = Optional.ofNullable(resource.getStatus());
        this.scope = scope;
        this.outcome = outcome;
    }

    static ClusterBootstrapStatus render(
            ClusterBootstrap resource, BootstrapReconcileContext scope, ReconcileOutcome outcome) {
        return new BootstrapStatusRenderer(resource, scope, outcome).render();
    }

    private ClusterBootstrapStatus render() {
        ClusterBootstrapStatus status = ClusterBootstrapStatusBuilder.builder()
                .phase(StepNames.phases().of(outcome, before.map(ClusterBootstrapStatus::phase)))
                .machines(machines())
                .controlPlaneEndpoint(endpoint().orElse(null))
                .addonsInstalled(addons())
                .failureReason(outcome.failure().map(StepResult.Failed::reason).orElse(null))
                .failureMessage(
                        outcome.failure().map(StepResult.Failed::message).orElse(null))
                .observedGeneration(outcome.generation())
                .conditions(outcome.conditions())
                .lastUpdated(before.map(ClusterBootstrapStatus::lastUpdated).orElse(null))
                .build();
        return before.filter(status::equals).isPresent()
                ? status
                : ClusterBootstrapStatusBuilder.builder(status)
                        .lastUpdated(outcome.time())
                        .build();
    }

    private Optional<String> endpoint() {
        return scope.endpoint()
                .map("https://%s:6443"::formatted)
                .or(() -> before.map(ClusterBootstrapStatus::controlPlaneEndpoint));
    }

    private List<Machine> machines() {
        if (scope.machines().isEmpty()) {
            return before.map(ClusterBootstrapStatus::machines).orElse(List.of());
        }
        return scope.machines().values().stream().map(this::machine).toList();
    }

    private Machine machine(MachineRequest request) {
        String name = request.getMetadata().getName();
        Optional<MachineRequestStatus> status = Optional.ofNullable(request.getStatus());
        return new Machine(
                name,
                request.getSpec().role().word(),
                status.map(MachineRequestStatus::phase)
                        .orElse(MachineRequestStatus.Phase.PENDING)
                        .word(),
                scope.address(name).orElse(null),
                isConfigured(name),
                isReady(name));
    }

    private boolean isConfigured(String name) {
        return scope.nodes().isEmpty()
                ? seen(name)
                        .map(machine -> Boolean.TRUE.equals(machine.talosConfigured()))
                        .orElse(false)
                : scope.nodes().get(name) instanceof NodeProgress.Configured;
    }

    private boolean isReady(String name) {
        boolean notLooked =
                scope.readyNodes().isEmpty() && ConditionEditor.isTrue(outcome.conditions(), StepNames.NODES);
        return notLooked
                ? seen(name)
                        .map(machine -> Boolean.TRUE.equals(machine.ready()))
                        .orElse(false)
                : scope.readyNodes().contains(name);
    }

    private Optional<Machine> seen(String name) {
        return before.stream()
                .flatMap(status -> status.machines().stream())
                .filter(machine -> machine.name().equals(name))
                .findFirst();
    }

    private Map<String, Boolean> addons() {
        if (scope.addons().isEmpty()) {
            return before.map(ClusterBootstrapStatus::addonsInstalled).orElse(Map.of());
        }
        Map<String, Boolean> installed = new TreeMap<>();
        scope.addons().forEach((name, state) -> installed.put(name, state instanceof AddonState.Ready));
        return installed;
    }
}
