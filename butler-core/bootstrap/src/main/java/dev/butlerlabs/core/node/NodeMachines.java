package dev.butlerlabs.core.node;

import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.talos.client.EtcdMember;
import java.util.Collection;
import java.util.Map;

/** The Talos API of the machines of a cluster. */
public interface NodeMachines {
    /** Reads all machines at the same time, by name. Never fails because of one machine. */
    Map<String, NodeMachineState> observe(Collection<MachineRequest> machines);

    /**
     * Removes a member from etcd.
     *
     * @param via a control plane with a healthy etcd, other than that of the member
     * @throws dev.butlerlabs.core.error.ButlerException with {@code NOT_FOUND} if the member does not exist
     */
    void removeEtcdMember(MachineRequest via, EtcdMember member);

    /** Returns an identifier that changes with each boot. */
    String bootId(MachineRequest machine);

    /** Requests a reboot; returns before the machine is down. */
    void reboot(MachineRequest machine);
}
