package dev.butlerlabs.sim.talos.etcd;

import java.util.Objects;

/**
 * A member of a simulated etcd.
 *
 * @param id member ID as an unsigned number
 * @param name host name of its machine
 * @param address address of its machine
 * @param running whether its process runs
 */
public record SimulatedMember(long id, String name, String address, boolean learner, boolean running) {
    public SimulatedMember {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(address, "address");
    }

    boolean votes() {
        return !learner;
    }

    boolean isActiveVoter() {
        return votes() && running;
    }

    SimulatedMember withRunning(boolean changed) {
        return new SimulatedMember(id, name, address, learner, changed);
    }

    SimulatedMember promoted() {
        return new SimulatedMember(id, name, address, false, running);
    }

    public String peerUrl() {
        return "https://" + address + ":2380";
    }

    public String clientUrl() {
        return "https://" + address + ":2379";
    }
}
