package dev.butlerlabs.core.node;

import dev.butlerlabs.core.status.TalosObservation;
import dev.butlerlabs.core.talos.client.EtcdMember;
import java.util.List;

/** A machine as its Talos API reports it. */
public sealed interface MachineState {
    /**
     * A machine that answered.
     *
     * @param members the members of etcd that it listed; none if it does not run a healthy etcd
     */
    record Reachable(TalosObservation.Machine machine, List<EtcdMember> members) implements MachineState {
        public Reachable {
            members = List.copyOf(members);
        }
    }

    /**
     * A machine that did not answer.
     *
     * @param reason why, without a full stop
     */
    record Unreachable(String reason) implements MachineState {}
}
