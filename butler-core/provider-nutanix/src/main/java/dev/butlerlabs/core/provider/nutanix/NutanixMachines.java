package dev.butlerlabs.core.provider.nutanix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.Machines;
import java.util.List;
import java.util.stream.Stream;

/**
 * Virtual machines found by name and mark. Names are not unique in Prism and a POST knows no token that would make a repetition
 * harmless; so every making begins with a look, and ends with another one that removes what two makers at once made too much.
 */
final class NutanixMachines implements Machines {
    private final PrismClient prism;
    private final NutanixSettings settings;
    private final References references;
    private final Categories categories;
    private final VirtualMachines vms;

    NutanixMachines(PrismClient prism, NutanixSettings settings) {
        this.prism = prism;
        this.settings = settings;
        this.references = new References(prism);
        this.categories = new Categories(prism);
        this.vms = new VirtualMachines(prism);
    }

    @Override
    public MachineState observe(MachineId id) {
        return ours(vms.named(id.name()), id).findFirst().map(this::state).orElseGet(MachineState.Absent::new);
    }

    @Override
    public MachineState create(MachineSpec spec) {
        refuseNetworkData(spec);
        List<Vm> found = vms.named(spec.id().name());
        List<Vm> own = ours(found, spec.id()).toList();
        if (own.isEmpty() && found.stream().anyMatch(vm -> !vm.isLeaving())) {
            throw foreign(spec.id(), found);
        }
        List<Vm> usable = own.stream().filter(vm -> !vm.isStillborn()).toList();
        own.stream().filter(Vm::isStillborn).filter(vm -> !vm.isLeaving()).forEach(vms::delete);
        return usable.isEmpty() ? made(spec) : kept(usable);
    }

    /** Prism hands a machine user data and meta data; neither is a place from which Talos would take network data. */
    private static void refuseNetworkData(MachineSpec spec) {
        if (spec.networkData().isPresent()) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "The machine %s has networkData, for which Nutanix has no place."
                            .formatted(spec.id().name()),
                    "Put the network configuration into the machine configuration, or let the subnet hand out addresses.");
        }
    }

    private static ButlerException foreign(MachineId id, List<Vm> found) {
        return new ButlerException(
                ErrorCode.FOREIGN_RESOURCE,
                "A virtual machine named %s exists in Prism (%s) and does not carry the mark of this cluster."
                        .formatted(id.name(), found.getFirst().uuid()),
                "Rename the cluster, or remove that virtual machine if nobody needs it.");
    }

    /**
     * The list is up to date only after a moment, so that what was just made may be missing in it; its answer stands in for it. The
     * second look finds what another maker, or this one before its answer was lost, made at the same time.
     */
    private MachineState made(MachineSpec spec) {
        Echo echo = spec.userData().map(prism.echo()::withUserData).orElse(prism.echo());
        JsonNode answer =
                prism.post("/vms", VmPayload.of(spec, settings.place(spec, references), categories.of(spec)), echo);
        Vm made = Vm.of(answer);
        List<Vm> own =
                ours(withMade(vms.named(spec.id().name()), made), spec.id()).toList();
        List<Vm> failed = own.stream().filter(Vm::isStillborn).toList();
        failed.stream().filter(vm -> !vm.isLeaving()).forEach(vms::delete);
        List<Vm> usable = own.stream().filter(vm -> !vm.isStillborn()).toList();
        if (usable.isEmpty()) {
            throw Refusal.ofFailedMachine(made.name(), messages(failed, made), echo);
        }
        return kept(usable);
    }

    private static List<Vm> withMade(List<Vm> seen, Vm made) {
        boolean listed = seen.stream().anyMatch(vm -> vm.uuid().equals(made.uuid()));
        return listed ? seen : Stream.concat(seen.stream(), Stream.of(made)).toList();
    }

    private static List<Refusal.Message> messages(List<Vm> failed, Vm made) {
        return failed.stream()
                .filter(vm -> vm.uuid().equals(made.uuid()))
                .flatMap(vm -> vm.messages().stream())
                .toList();
    }

    /** Keeps the oldest, asks for the removal of the others, and switches on what stands still. */
    private MachineState kept(List<Vm> own) {
        own.stream().skip(1).filter(vm -> !vm.isLeaving()).forEach(vms::delete);
        Vm vm = own.getFirst();
        boolean stands =
                !vm.isLeaving() && !vm.isInWork() && !vm.isOn() && !vm.power().isEmpty();
        if (!stands) {
            return state(vm);
        }
        vms.switchOn(vm);
        return new MachineState.Starting(vm.uuid(), "the virtual machine is switched on");
    }

    @Override
    public void delete(MachineId id) {
        ours(vms.named(id.name()), id).filter(vm -> !vm.isLeaving()).forEach(vms::delete);
    }

    /** Those of one machine, the one to keep first. */
    private static Stream<Vm> ours(List<Vm> found, MachineId id) {
        return found.stream().filter(vm -> vm.isOf(id)).sorted(Vm.KEPT_FIRST);
    }

    private MachineState state(Vm vm) {
        return VmStates.of(vm, prism.echo());
    }
}
