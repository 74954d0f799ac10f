package dev.butlerlabs.core.provider.proxmox;

import dev.butlerlabs.core.provider.MachineId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One search for a machine in one list. Not thread-safe. */
final class ProxmoxVmSearch {
    /** Number of VM IDs at the start of the order whose configuration is read even if the list shows another name. */
    private static final int VERIFIED = 4;

    private final MachineId machine;
    private final Map<Integer, ProxmoxVmEntry> entries;
    private final ProxmoxSettings settings;
    private final ProxmoxVmLocator locator;
    private final ProxmoxTaskReader tasks;
    private final Map<Integer, ObservedProxmoxVm> read = new HashMap<>();

    ProxmoxVmSearch(
            MachineId machine,
            List<ProxmoxVmEntry> entries,
            ProxmoxSettings settings,
            ProxmoxVmLocator locator,
            ProxmoxTaskReader tasks) {
        this.machine = machine;
        this.entries = entries.stream()
                .collect(Collectors.toMap(ProxmoxVmEntry::id, Function.identity(), (first, _) -> first));
        this.settings = settings;
        this.locator = locator;
        this.tasks = tasks;
    }

    /** @throws OutdatedListException if the list has to be read again */
    ProxmoxSearchResult run() {
        List<ObservedProxmoxVm> own = new ArrayList<>();
        Optional<String> foreign = Optional.empty();
        for (ProxmoxVmEntry entry : entries.values()) {
            if (isCandidate(entry)) {
                Optional<ObservedProxmoxVm> vm = entry.isContainer() ? Optional.empty() : Optional.of(config(entry));
                if (vm.filter(found -> found.isOf(machine)).isPresent()) {
                    own.add(vm.get());
                } else if (name(vm, entry).equals(machine.name())) {
                    foreign = Optional.of("%d on node %s".formatted(entry.id(), entry.node()));
                }
            }
        }
        return own.isEmpty() ? searchByOrder(foreign) : new ProxmoxSearchResult.Found(own);
    }

    private boolean isCandidate(ProxmoxVmEntry entry) {
        boolean isNew =
                entry.name().isEmpty() && !entry.isTagged() && settings.ids().contains(entry.id());
        return isNew
                || entry.name().equals(Optional.of(machine.name()))
                || entry.tags().contains(ProxmoxVmTags.machine(machine.name()));
    }

    private static String name(Optional<ObservedProxmoxVm> vm, ProxmoxVmEntry entry) {
        return vm.map(ObservedProxmoxVm::name)
                .filter(name -> !name.isEmpty())
                .or(entry::name)
                .orElse("");
    }

    private ObservedProxmoxVm config(ProxmoxVmEntry entry) {
        return read.computeIfAbsent(entry.id(), _ -> locator.read(entry).orElseThrow(OutdatedListException::new));
    }

    /** Follows the order of the machine up to the first free VM ID, which is the one that a creation would use. */
    private ProxmoxSearchResult searchByOrder(Optional<String> foreign) {
        int step = 0;
        for (int id : (Iterable<Integer>) () -> settings.ids().orderFor(machine).iterator()) {
            ProxmoxVmEntry entry = entries.get(id);
            if (entry == null) {
                if (isBeingCloned(id)) {
                    return new ProxmoxSearchResult.InProgress(id);
                }
                requireStillFree(id);
                return missing(foreign);
            }
            if (isWorthReading(entry, step++)) {
                ObservedProxmoxVm vm = config(entry);
                if (vm.isOf(machine)) {
                    return new ProxmoxSearchResult.Found(List.of(vm));
                }
                if (vm.isUnidentified() && isInProgress(entry, vm)) {
                    return new ProxmoxSearchResult.InProgress(id);
                }
            }
        }
        return missing(foreign);
    }

    /** The first ones are always read: a new clone has the tags of its template, and the list the name of an earlier machine. */
    private static boolean isWorthReading(ProxmoxVmEntry entry, int step) {
        boolean isOpen =
                !entry.isTagged() && (entry.name().isEmpty() || !entry.lock().isEmpty());
        return !entry.isContainer() && (step < VERIFIED || isOpen);
    }

    /**
     * Returns whether a task of this user works on an unidentified virtual machine. Without such a task it belongs to another user,
     * or remained when a node failed.
     */
    private boolean isInProgress(ProxmoxVmEntry entry, ObservedProxmoxVm vm) {
        boolean active = switch (vm.lock()) {
            case "clone" -> tasks.isCloning(vm.node(), vm.id());
            case "create" -> tasks.active(vm.node(), vm.id()).contains(ProxmoxTask.CREATE);
            case "destroyed" -> tasks.active(vm.node(), vm.id()).contains(ProxmoxTask.DESTROY);
            default -> false;
        };
        if (!active && !locator.read(entry).equals(Optional.of(vm))) {
            throw new OutdatedListException();
        }
        return active;
    }

    /** Reads the list again: a task can have finished after the first list was read and before the tasks were. */
    private void requireStillFree(int id) {
        if (locator.list().stream().anyMatch(entry -> entry.id() == id)) {
            throw new OutdatedListException();
        }
    }

    /** Returns whether a task may be about to create a configuration with this ID. */
    private boolean isBeingCloned(int id) {
        return cloningNodes().anyMatch(node -> tasks.isCloning(node, id));
    }

    /** Returns the nodes on which clones are created: that of the template, whatever node they are created for. */
    private Stream<String> cloningNodes() {
        return settings.template()
                .map(template -> Stream.ofNullable(entries.get(template)).map(ProxmoxVmEntry::node))
                .orElseGet(Stream::empty);
    }

    private ProxmoxSearchResult missing(Optional<String> foreign) {
        locator.requireQuorum();
        return new ProxmoxSearchResult.Missing(foreign, List.copyOf(entries.values()));
    }

    /** Says that a virtual machine of the list is not where the list says. */
    static final class OutdatedListException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private OutdatedListException() {
            super("outdated list", null, false, false);
        }
    }
}
