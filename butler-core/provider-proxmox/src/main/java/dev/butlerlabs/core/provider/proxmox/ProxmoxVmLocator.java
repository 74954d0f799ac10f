package dev.butlerlabs.core.provider.proxmox;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the virtual machine of a machine, on any node and without local state.
 *
 * <p>The list of the cluster contains ID, node, tags and lock of every virtual machine. Configured machines are found by their
 * tags. Others are found by name and, because names in the list are up to ten seconds old, by the order in which the machine tries
 * VM IDs.
 */
final class ProxmoxVmLocator {
    private static final int MOST_LISTS = 5;

    private final ProxmoxClient client;
    private final ProxmoxSettings settings;
    private final ProxmoxTaskReader tasks;

    ProxmoxVmLocator(ProxmoxClient client, ProxmoxSettings settings, ProxmoxTaskReader tasks) {
        this.client = client;
        this.settings = settings;
        this.tasks = tasks;
    }

    /** Returns all virtual machines and containers that the user can see. */
    List<ProxmoxVmEntry> list() {
        return JsonDocument.items(client.get("/cluster/resources", Map.of("type", "vm")))
                .map(ProxmoxVmEntry::of)
                .toList();
    }

    /**
     * Reads the configuration of a virtual machine. It is empty if the user may not read it.
     *
     * @return empty if it is not on that node anymore
     * @throws ButlerException with UNREACHABLE if the node is down
     */
    Optional<ObservedProxmoxVm> read(ProxmoxVmEntry entry) {
        try {
            return client.find(
                            ObservedProxmoxVm.path(entry.node(), entry.id()) + "/config",
                            ProxmoxErrorClassification::isMissing)
                    .map(config -> new ObservedProxmoxVm(entry.id(), entry.node(), config));
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.FORBIDDEN) {
                return Optional.of(new ObservedProxmoxVm(entry.id(), entry.node(), JsonDocument.object()));
            }
            throw e;
        }
    }

    /** Searches for a machine. If a virtual machine moved or disappeared meanwhile, the list is read again. */
    ProxmoxSearchResult search(MachineId machine) {
        for (int attempt = 0; attempt < MOST_LISTS; attempt++) {
            try {
                return new ProxmoxVmSearch(machine, list(), settings, this, tasks).run();
            } catch (ProxmoxVmSearch.OutdatedListException _) {
                // A virtual machine of the list has been moved or deleted.
            }
        }
        throw new ButlerException(
                ErrorCode.PROVIDER_TROUBLED,
                "The list of virtual machines changed during every attempt to find %s.".formatted(machine.name()));
    }

    /**
     * Verifies that the API has the current state of the cluster.
     *
     * @throws ButlerException with NOT_READY if its node has lost contact to the majority of the cluster
     */
    void requireQuorum() {
        boolean quorate = JsonDocument.items(client.get("/cluster/status"))
                .filter(item -> item.path("type").asText("").equals("cluster"))
                .allMatch(cluster -> cluster.path("quorate").asInt(1) == 1);
        if (!quorate) {
            throw new ButlerException(
                    ErrorCode.NOT_READY,
                    "The Proxmox VE cluster has no quorum, so its list of virtual machines can be outdated.",
                    "Start the missing nodes, or use the endpoint of a node in the majority.");
        }
    }
}
