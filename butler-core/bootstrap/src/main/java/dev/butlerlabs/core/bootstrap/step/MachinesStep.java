package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestStatus;
import dev.butlerlabs.core.api.MachineRequestStatus.Phase;
import dev.butlerlabs.core.api.SecretKeyReference;
import dev.butlerlabs.core.bootstrap.plan.MachineCountText;
import dev.butlerlabs.core.bootstrap.plan.MachineRequestRenderer;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan.PlannedMachine;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Requests the machines of the plan and waits until they are running. */
final class MachinesStep {
    private final KubernetesClient client;
    private final UserDataSecretRepository userData;
    private final ImageStep image;

    MachinesStep(KubernetesClient client, int kubernetesPort) {
        this.client = client;
        this.userData = new UserDataSecretRepository(client, kubernetesPort);
        this.image = new ImageStep(client);
    }

    StepResult request(BootstrapReconcileContext scope) {
        Map<String, MachineRequest> present = byName(list(scope));
        List<PlannedMachine> machines = scope.selected();
        if (machines.stream().anyMatch(machine -> !present.containsKey(machine.name()))) {
            Optional<StepResult> missing = image.await(scope);
            if (missing.isPresent()) {
                return missing.get();
            }
        }
        for (PlannedMachine machine : machines) {
            ensure(scope, machine, Optional.ofNullable(present.get(machine.name())));
        }
        scope.machines(list(scope));
        return StepResult.done("%s%s."
                .formatted(
                        MachineCountText.of(machines.size()),
                        scope.plan().usesUserData() ? " with their configuration" : ""));
    }

    /** An existing request keeps its kind of delivery and its image: its machine may already exist. */
    private void ensure(BootstrapReconcileContext scope, PlannedMachine machine, Optional<MachineRequest> present) {
        Optional<SecretKeyReference> configuration = present.isPresent()
                ? present.map(request -> request.getSpec().userDataSecretRef())
                : Optional.of(machine)
                        .filter(one -> scope.plan().usesUserData())
                        .map(one -> userData.keep(scope, one));
        Optional<String> imageReference =
                present.isPresent() ? present.map(request -> request.getSpec().image()) : scope.image();
        MachineRequest wanted =
                MachineRequestRenderer.of(scope.resource(), scope.plan(), machine, configuration, imageReference);
        if (present.filter(request -> request.getSpec().equals(wanted.getSpec()))
                .isEmpty()) {
            ServerSideApply.asButlerForced().apply(client, wanted);
        }
    }

    /** Reads the MachineRequests for the following steps. */
    StepResult load(BootstrapReconcileContext scope) {
        scope.machines(list(scope));
        return StepResult.done();
    }

    private List<MachineRequest> list(BootstrapReconcileContext scope) {
        return KubeErrorMapper.translating(
                "listing machine requests",
                () -> client.resources(MachineRequest.class)
                        .inNamespace(scope.namespace())
                        .withLabels(MachineRequestRenderer.ofCluster(scope.cluster()))
                        .list()
                        .getItems());
    }

    private static Map<String, MachineRequest> byName(List<MachineRequest> requests) {
        return requests.stream()
                .collect(Collectors.toMap(request -> request.getMetadata().getName(), Function.identity()));
    }

    /** A change of a MachineRequest triggers the bootstrap, so no requeue time is set. */
    StepResult awaitRunning(BootstrapReconcileContext scope) {
        List<MachineRequest> requests = scope.selected().stream()
                .map(machine -> scope.machines().get(machine.name()))
                .toList();
        Optional<MachineRequest> failed =
                requests.stream().filter(request -> is(request, Phase.FAILED)).findFirst();
        if (failed.isPresent()) {
            return StepResult.failed("MachineProvisioningFailed", failure(failed.get()));
        }
        List<MachineRequest> missing =
                requests.stream().filter(request -> !isUsable(request)).toList();
        Optional<MachineRequest> elsewhere =
                requests.stream().filter(MachinesStep::isElsewhere).findFirst();
        if (missing.isEmpty() && elsewhere.isPresent()) {
            return StepResult.waiting("WaitingForAddresses", elsewhere(elsewhere.get()));
        }
        return missing.isEmpty()
                ? StepResult.done(MachineCountText.of(requests.size(), "running", "running") + ".")
                : StepResult.waiting("WaitingForMachines", awaited(requests.size(), missing));
    }

    private static boolean is(MachineRequest request, Phase phase) {
        return status(request)
                .map(MachineRequestStatus::phase)
                .filter(phase::equals)
                .isPresent();
    }

    private static boolean isUsable(MachineRequest request) {
        return is(request, Phase.RUNNING)
                && status(request).map(MachineRequestStatus::ipAddress).isPresent();
    }

    /**
     * Returns whether a machine has not taken the address that was chosen for it. A connection to its current address would break once it
     * does.
     */
    private static boolean isElsewhere(MachineRequest request) {
        return BootstrapReconcileContext.chosen(request)
                .filter(chosen -> status(request)
                        .filter(status -> status.ipAddresses().contains(chosen) || chosen.equals(status.ipAddress()))
                        .isEmpty())
                .isPresent();
    }

    private static String elsewhere(MachineRequest request) {
        return "%s should have address %s but reports %s. Check that the address is free and that the image supports network data."
                .formatted(
                        request.getMetadata().getName(),
                        BootstrapReconcileContext.chosen(request).orElseThrow(),
                        status(request).map(MachineRequestStatus::ipAddress).orElse("none"));
    }

    private static Optional<MachineRequestStatus> status(MachineRequest request) {
        return Optional.ofNullable(request.getStatus());
    }

    private static String failure(MachineRequest request) {
        return "%s: %s"
                .formatted(
                        request.getMetadata().getName(),
                        status(request)
                                .map(MachineRequestStatus::failureMessage)
                                .orElse("the machine failed without a reason"));
    }

    private static String awaited(int all, List<MachineRequest> missing) {
        MachineRequest first = missing.getFirst();
        String seen = status(first)
                .flatMap(status -> ConditionEditor.find(status.conditions(), ConditionEditor.PROGRESSING))
                .map(Condition::getMessage)
                .filter(message -> !message.isBlank())
                .orElse("requested, the controllers have not reported on it yet");
        return "%d/%d machines running; %s: %s"
                .formatted(all - missing.size(), all, first.getMetadata().getName(), seen);
    }

    /** Deletes the machines. The infrastructure has removed them once their requests are gone. */
    StepResult remove(BootstrapReconcileContext scope) {
        List<MachineRequest> left = list(scope);
        left.stream()
                .filter(request -> !request.isMarkedForDeletion())
                .forEach(request -> KubeErrorMapper.translating(
                        "deleting machine request " + request.getMetadata().getName(),
                        () -> client.resource(request).delete()));
        return left.isEmpty()
                ? StepResult.done("All machines deleted.")
                : StepResult.waiting(
                        "WaitingForRemoval",
                        "Deleting machines: %s remaining, such as %s."
                                .formatted(
                                        MachineCountText.of(left.size()),
                                        left.getFirst().getMetadata().getName()));
    }
}
