package dev.butlerlabs.core.provider.nutanix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineOperations;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import java.util.List;
import java.util.stream.Stream;

/**
 * Manages virtual machines, identified by name and ownership tag. Names are not unique in Prism, and requests have no idempotency
 * token. Therefore every creation first checks for an existing machine, and afterwards deletes duplicates of concurrent
 * creations.
 */
final class NutanixMachineOperations implements MachineOperations {
    private final PrismClient prism;
    private final NutanixSettings settings;
    private final PrismReferenceResolver references;
    private final PrismCategoryMapper categories;
    private final VmOperations vms;

    NutanixMachineOperations(PrismClient prism, NutanixSettings settings) {
        this.prism = prism;
        this.settings = settings;
        this.references = new PrismReferenceResolver(prism);
        this.categories = new PrismCategoryMapper(prism);
        this.vms = new VmOperations(prism);
    }

    @Override
    public MachineState observe(MachineId id) {
        return ours(vms.named(id.name()), id).findFirst().map(this::state).orElseGet(MachineState.Absent::new);
    }

    @Override
    public MachineState create(MachineSpec spec) {
        refuseNetworkData(spec);
        List<ObservedPrismVm> found = vms.named(spec.id().name());
        List<ObservedPrismVm> own = ours(found, spec.id()).toList();
        if (own.isEmpty() && found.stream().anyMatch(vm -> !vm.isLeaving())) {
            throw foreign(spec.id(), found);
        }
        List<ObservedPrismVm> usable =
                own.stream().filter(vm -> !vm.isStillborn()).toList();
        own.stream()
                .filter(ObservedPrismVm::isStillborn)
                .filter(vm -> !vm.isLeaving())
                .forEach(vms::delete);
        return usable.isEmpty() ? made(spec) : kept(usable);
    }

    /** Rejects network data: Talos does not read it from the user data or metadata that Prism provides. */
    private static void refuseNetworkData(MachineSpec spec) {
        if (spec.networkData().isPresent()) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "Machine %s has networkData, which Nutanix does not support."
                            .formatted(spec.id().name()),
                    "Add the network configuration to the machine configuration, or let the subnet assign addresses.");
        }
    }

    private static ButlerException foreign(MachineId id, List<ObservedPrismVm> found) {
        return new ButlerException(
                ErrorCode.FOREIGN_RESOURCE,
                "A virtual machine named %s (%s) exists in Prism without the ownership tag of this cluster."
                        .formatted(id.name(), found.getFirst().uuid()),
                "Rename the cluster, or delete that virtual machine if it is not needed.");
    }

    /**
     * Creates a machine. The list is eventually consistent, so the response replaces a missing entry. The second read finds
     * machines that were created concurrently, or by an earlier call whose response was lost.
     */
    private MachineState made(MachineSpec spec) {
        SecretRedactor echo = spec.userData().map(prism.echo()::withUserData).orElse(prism.echo());
        JsonNode answer =
                prism.post("/vms", VmPayload.of(spec, settings.place(spec, references), categories.of(spec)), echo);
        ObservedPrismVm made = ObservedPrismVm.of(answer);
        List<ObservedPrismVm> own =
                ours(withMade(vms.named(spec.id().name()), made), spec.id()).toList();
        List<ObservedPrismVm> failed =
                own.stream().filter(ObservedPrismVm::isStillborn).toList();
        failed.stream().filter(vm -> !vm.isLeaving()).forEach(vms::delete);
        List<ObservedPrismVm> usable =
                own.stream().filter(vm -> !vm.isStillborn()).toList();
        if (usable.isEmpty()) {
            throw PrismErrorClassification.ofFailedMachine(made.name(), messages(failed, made), echo);
        }
        return kept(usable);
    }

    private static List<ObservedPrismVm> withMade(List<ObservedPrismVm> seen, ObservedPrismVm made) {
        boolean listed = seen.stream().anyMatch(vm -> vm.uuid().equals(made.uuid()));
        return listed ? seen : Stream.concat(seen.stream(), Stream.of(made)).toList();
    }

    private static List<PrismErrorClassification.Message> messages(List<ObservedPrismVm> failed, ObservedPrismVm made) {
        return failed.stream()
                .filter(vm -> vm.uuid().equals(made.uuid()))
                .flatMap(vm -> vm.messages().stream())
                .toList();
    }

    /** Keeps the oldest machine, deletes the others, and powers it on if necessary. */
    private MachineState kept(List<ObservedPrismVm> own) {
        own.stream().skip(1).filter(vm -> !vm.isLeaving()).forEach(vms::delete);
        ObservedPrismVm vm = own.getFirst();
        boolean stands =
                !vm.isLeaving() && !vm.isInWork() && !vm.isOn() && !vm.power().isEmpty();
        if (!stands) {
            return state(vm);
        }
        vms.switchOn(vm);
        return new MachineState.Starting(vm.uuid(), "the virtual machine is being powered on");
    }

    @Override
    public void delete(MachineId id) {
        ours(vms.named(id.name()), id).filter(vm -> !vm.isLeaving()).forEach(vms::delete);
    }

    /** Returns the machines of this identity; the one to keep comes first. */
    private static Stream<ObservedPrismVm> ours(List<ObservedPrismVm> found, MachineId id) {
        return found.stream().filter(vm -> vm.isOf(id)).sorted(ObservedPrismVm.KEPT_FIRST);
    }

    private MachineState state(ObservedPrismVm vm) {
        return VmStateMapper.of(vm, prism.echo());
    }
}
