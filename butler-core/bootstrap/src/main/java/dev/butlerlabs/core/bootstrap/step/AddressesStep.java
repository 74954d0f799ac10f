package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.IPAllocationStatus;
import dev.butlerlabs.core.api.IPAllocationStatus.Phase;
import dev.butlerlabs.core.api.MachineAddress;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.bootstrap.plan.MachineRequestRenderer;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan.PlannedMachine;
import dev.butlerlabs.core.bootstrap.plan.NodeAddressAssignment;
import dev.butlerlabs.core.bootstrap.plan.NodeAddressClaimRenderer;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Requests an address for each machine if the operator chooses the addresses. The requests are IPAllocations and are served like all
 * others. They record which machine has which address, so a machine keeps its address if the run, the file or the engine changes.
 */
final class AddressesStep {
    private static final String GRANTED = "Granted";

    private final KubernetesClient client;

    AddressesStep(KubernetesClient client) {
        this.client = client;
    }

    StepResult run(BootstrapReconcileContext scope) {
        Optional<NodeAddressAssignment> addressing =
                NodeAddressAssignment.of(scope.resource().getSpec());
        return addressing
                .map(chosen -> claim(scope, chosen))
                .orElseGet(() -> StepResult.done("The infrastructure assigns the machine addresses."));
    }

    private StepResult claim(BootstrapReconcileContext scope, NodeAddressAssignment addressing) {
        Map<String, IPAllocation> present = byName(claims(client, scope));
        scope.plan(scope.plan().at(held(present)));
        List<PlannedMachine> machines = scope.selected();
        Optional<PlannedMachine> without =
                machines.stream().filter(machine -> machine.address().isEmpty()).findFirst();
        if (without.isPresent()) {
            return StepResult.failed(
                    "AddressesExhausted",
                    "No address left for %s: %s has %d addresses."
                            .formatted(
                                    without.get().name(),
                                    addressing.range(),
                                    addressing.range().size()));
        }
        ensurePool(scope, addressing);
        machines.stream()
                .filter(machine -> !present.containsKey(machine.name()))
                .forEach(machine -> create(scope, machine));
        return summary(scope, present);
    }

    /** Lists the IPAllocations of a cluster's machines. */
    static List<IPAllocation> claims(KubernetesClient client, BootstrapReconcileContext scope) {
        return KubeErrorMapper.translating(
                "listing the addresses of machines",
                () -> client.resources(IPAllocation.class)
                        .inNamespace(scope.namespace())
                        .withLabels(MachineRequestRenderer.ofCluster(scope.cluster()))
                        .list()
                        .getItems());
    }

    private static Map<String, IPAllocation> byName(List<IPAllocation> claims) {
        return claims.stream()
                .collect(Collectors.toMap(claim -> claim.getMetadata().getName(), Function.identity()));
    }

    private static Map<String, String> held(Map<String, IPAllocation> present) {
        return present.values().stream()
                .filter(claim -> claim.getSpec().pinnedRange() != null && !claim.isMarkedForDeletion())
                .collect(Collectors.toMap(
                        claim -> claim.getMetadata().getName(),
                        claim -> claim.getSpec().pinnedRange().startAddress()));
    }

    private void ensurePool(BootstrapReconcileContext scope, NodeAddressAssignment addressing) {
        NetworkPool wanted = NodeAddressClaimRenderer.pool(scope.resource(), addressing.wish());
        Optional<NetworkPool> present = KubeErrorMapper.translating(
                "reading the NetworkPool of the machines",
                () -> Optional.ofNullable(client.resource(wanted).get()));
        if (present.filter(pool -> pool.getSpec().equals(wanted.getSpec())).isEmpty()) {
            ServerSideApply.asButlerForced().apply(client, wanted);
        }
    }

    private void create(BootstrapReconcileContext scope, PlannedMachine machine) {
        ServerSideApply.asButlerForced()
                .apply(
                        client,
                        NodeAddressClaimRenderer.claim(
                                scope.resource(),
                                machine.name(),
                                machine.address().orElseThrow().ip()));
    }

    /** A change of an IPAllocation triggers the bootstrap, so no requeue time is set. */
    private static StepResult summary(BootstrapReconcileContext scope, Map<String, IPAllocation> present) {
        List<PlannedMachine> machines = scope.selected();
        for (PlannedMachine machine : machines) {
            Optional<IPAllocation> claim = Optional.ofNullable(present.get(machine.name()));
            String address = machine.address().map(MachineAddress::ip).orElseThrow();
            Phase phase = claim.map(AddressesStep::phase).orElse(Phase.PENDING);
            if (phase == Phase.FAILED
                    || claim.filter(IPAllocation::isMarkedForDeletion).isPresent()) {
                return StepResult.failed("AddressRefused", said(machine, address, claim, "the address was released"));
            }
            if (phase != Phase.ALLOCATED) {
                return StepResult.waiting("WaitingForAddresses", said(machine, address, claim, "requested"));
            }
        }
        return StepResult.done(held(machines));
    }

    private static Phase phase(IPAllocation claim) {
        return Optional.ofNullable(claim.getStatus())
                .map(IPAllocationStatus::phase)
                .orElse(Phase.PENDING);
    }

    private static String said(PlannedMachine machine, String address, Optional<IPAllocation> claim, String otherwise) {
        String said = claim.map(IPAllocation::getStatus).map(IPAllocationStatus::conditions).stream()
                .flatMap(List::stream)
                .filter(condition -> GRANTED.equals(condition.getType()))
                .map(Condition::getMessage)
                .findFirst()
                .orElse(otherwise);
        return "%s at %s: %s".formatted(machine.name(), address, said);
    }

    private static String held(List<PlannedMachine> machines) {
        return machines.stream()
                        .map(machine -> "%s at %s"
                                .formatted(
                                        machine.name(),
                                        machine.address().orElseThrow().ip()))
                        .collect(Collectors.joining(", "))
                + ".";
    }
}
