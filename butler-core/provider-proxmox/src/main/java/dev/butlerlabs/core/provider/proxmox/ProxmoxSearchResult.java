package dev.butlerlabs.core.provider.proxmox;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What a search for a machine found. */
sealed interface ProxmoxSearchResult {
    /** Orders several virtual machines of one machine: the one to keep first. */
    Comparator<ObservedProxmoxVm> KEPT_FIRST = Comparator.comparing(ObservedProxmoxVm::isComplete)
            .thenComparing(ObservedProxmoxVm::isConfigured)
            .reversed()
            .thenComparing(ObservedProxmoxVm::isBeingCreated)
            .thenComparing(ObservedProxmoxVm::id);

    /**
     * Virtual machines with the name and ownership tag of the machine.
     *
     * @param vms at least one; the one to keep comes first
     */
    record Found(List<ObservedProxmoxVm> vms) implements ProxmoxSearchResult {
        public Found {
            vms = vms.stream().sorted(KEPT_FIRST).toList();
        }

        ObservedProxmoxVm kept() {
            return vms.getFirst();
        }
    }

    /** A virtual machine that is being created and may become this machine. Its configuration does not show its name yet. */
    record InProgress(int vmId) implements ProxmoxSearchResult {}

    /**
     * The virtual machine does not exist.
     *
     * @param foreign virtual machine or container of another owner with this name
     * @param entries all virtual machines and containers
     */
    record Missing(Optional<String> foreign, List<ProxmoxVmEntry> entries) implements ProxmoxSearchResult {
        public Missing {
            entries = List.copyOf(entries);
        }
    }
}
