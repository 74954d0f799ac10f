package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.LoadBalancerRequest;
import dev.butlerlabs.core.api.LoadBalancerRequestSpec.Target;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestStatus;
import dev.butlerlabs.core.boundary.ReferencePolicy;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The machines behind a load balancer.
 *
 * @param providerIds the provider ids of known machines
 * @param unknown names or addresses of targets without a known machine
 */
record LoadBalancerTargets(Set<String> providerIds, Set<String> unknown) {
    LoadBalancerTargets {
        providerIds = Set.copyOf(providerIds);
        unknown = Set.copyOf(unknown);
    }

    /** Finds the targets by their instance id, otherwise by the name or address of a MachineRequest. */
    static LoadBalancerTargets find(LoadBalancerRequest request, Collection<MachineRequest> machines) {
        Set<String> ids = new TreeSet<>();
        Set<String> unknown = new TreeSet<>();
        for (Target target : Optional.ofNullable(request.getSpec().targets()).orElse(List.of())) {
            given(target.instanceID())
                    .filter(id -> isPermitted(request, id, machines))
                    .or(() -> machine(target, machines))
                    .ifPresentOrElse(ids::add, () -> unknown.add(label(target)));
        }
        return new LoadBalancerTargets(ids, unknown);
    }

    /** Outside of the platform namespace an id is accepted only if it belongs to a machine in the same namespace. */
    private static boolean isPermitted(LoadBalancerRequest request, String id, Collection<MachineRequest> machines) {
        return ReferencePolicy.isPlatform(request.getMetadata().getNamespace())
                || machines.stream()
                        .flatMap(machine -> status(machine).map(MachineRequestStatus::providerID).stream())
                        .anyMatch(id::equals);
    }

    private static Optional<String> machine(Target target, Collection<MachineRequest> machines) {
        return machines.stream()
                .filter(machine -> isMeant(target, machine))
                .flatMap(machine -> status(machine).map(MachineRequestStatus::providerID).stream())
                .findFirst();
    }

    private static boolean isMeant(Target target, MachineRequest machine) {
        return given(target.instanceName())
                .map(name -> name.equals(machine.getSpec().machineName()))
                .orElseGet(() -> given(target.ip())
                        .flatMap(address -> status(machine).map(known -> holds(known, address)))
                        .orElse(false));
    }

    private static boolean holds(MachineRequestStatus status, String address) {
        return address.equals(status.ipAddress())
                || Optional.ofNullable(status.ipAddresses()).orElse(List.of()).contains(address);
    }

    private static Optional<MachineRequestStatus> status(MachineRequest machine) {
        return Optional.ofNullable(machine.getStatus());
    }

    private static String label(Target target) {
        return given(target.instanceName())
                .or(() -> given(target.ip()))
                .or(() -> given(target.instanceID()))
                .orElse("(unnamed target)");
    }

    private static Optional<String> given(String text) {
        return Optional.ofNullable(text).filter(value -> !value.isBlank());
    }
}
