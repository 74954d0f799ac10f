package dev.butlerlabs.core.node;

import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.bootstrap.step.MachineAccessSelector;
import dev.butlerlabs.core.bootstrap.step.MachineRoute;
import dev.butlerlabs.core.kube.AtomicFile;
import dev.butlerlabs.core.talos.client.NodeAddress;
import dev.butlerlabs.core.talos.client.TalosconfigEditor;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Updates the endpoints and nodes in the talosconfig of this machine when control planes were added, replaced or removed. */
public final class TalosconfigEndpointWriter {
    private final Path file;
    private final MachineAccessSelector access;
    private final int port;

    /** @param port of the Talos API */
    public TalosconfigEndpointWriter(Path file, MachineAccessSelector access, int port) {
        this.file = file;
        this.access = access;
        this.port = port;
    }

    /**
     * Writes the addresses of the control planes. Idempotent. Does nothing if the file does not exist or belongs to another cluster.
     *
     * @param stored the talosconfig in the cluster
     * @return whether the file was changed
     */
    public boolean update(String stored, List<MachineRequest> machines) {
        List<MachineRoute> controlPlanes = machines.stream()
                .filter(machine -> machine.getSpec().role() == MachineRole.CONTROL_PLANE)
                .flatMap(machine -> MachineRoute.of(machine).stream())
                .toList();
        TalosconfigEditor cluster = new TalosconfigEditor("the talosconfig of the cluster", stored);
        Optional<TalosconfigEditor> local = AtomicFile.read(file)
                .map(text -> new TalosconfigEditor(file.toString(), text))
                .filter(cluster::hasSameAuthority);
        if (local.isEmpty() || controlPlanes.isEmpty()) {
            return false;
        }
        access.decide(controlPlanes);
        String changed = local.get()
                .withMachines(
                        controlPlanes.stream()
                                .map(machine -> access.route(machine).target(port))
                                .map(NodeAddress::toString)
                                .toList(),
                        controlPlanes.stream().map(MachineRoute::address).toList());
        if (changed.equals(local.get().text())) {
            return false;
        }
        AtomicFile.write(file, changed);
        return true;
    }
}
