package dev.butlerlabs.sim.talos.etcd;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The members of etcd in one cluster. A member exists from its join until its removal, whatever happens to its machine. Reports
 * every change to an {@link AvailabilityRecorder}. Thread-safe.
 */
public final class EtcdCluster {
    private final Map<Long, SimulatedMember> members = new LinkedHashMap<>();
    private final AvailabilityRecorder recorder;
    private final Runnable onChange;
    private long leader;
    private long term = 1;
    private long changes;

    /** @param onChange called after every change; must not block */
    public EtcdCluster(AvailabilityRecorder recorder, Runnable onChange) {
        this.recorder = recorder;
        this.onChange = onChange;
    }

    /**
     * Starts a new etcd with one member, which forgets all earlier members.
     *
     * @return ID of the member
     */
    public synchronized long bootstrap(String name, String address) {
        members.clear();
        long id = add(name, address, false);
        changed("bootstrapped on " + name);
        return id;
    }

    /**
     * Adds a learner, as a machine without data does when it boots. A former member of the same name is removed.
     *
     * @return ID of the new member; empty if etcd rejects it now: it has no quorum, another learner, or another member with this address
     */
    public synchronized Optional<Long> join(String name, String address) {
        if (!hasQuorum()) {
            return Optional.empty();
        }
        Optional<SimulatedMember> former = members.values().stream()
                .filter(member -> member.name().equals(name))
                .findFirst();
        if (former.isPresent()) {
            try {
                remove(former.get().id());
            } catch (EtcdRefusedException retriedLater) {
                return Optional.empty();
            }
        }
        if (members.values().stream()
                .anyMatch(member -> member.learner() || member.address().equals(address))) {
            return Optional.empty();
        }
        long id = add(name, address, true);
        changed(name + " joined as a learner");
        return Optional.of(id);
    }

    private long add(String name, String address, boolean learner) {
        String seed = name + "/" + address + "/" + changes;
        long id = UUID.nameUUIDFromBytes(seed.getBytes(StandardCharsets.UTF_8)).getMostSignificantBits();
        members.put(id, new SimulatedMember(id, name, address, learner, true));
        return id;
    }

    /** Makes a learner a voter. Does nothing if it is not a running learner, or without a quorum. */
    public synchronized void promote(long id) {
        SimulatedMember member = members.get(id);
        if (member != null && member.learner() && member.running() && hasQuorum()) {
            members.put(id, member.promoted());
            changed(member.name() + " was promoted");
        }
    }

    /**
     * Starts the process of a member on its machine.
     *
     * @return false if the member was removed
     */
    public synchronized boolean start(long id) {
        SimulatedMember member = members.get(id);
        if (member == null) {
            return false;
        }
        if (!member.running()) {
            members.put(id, member.withRunning(true));
            changed(member.name() + " started");
        }
        return true;
    }

    /** Stops the process of a member; it stays a member. */
    public synchronized void stop(long id) {
        SimulatedMember member = members.get(id);
        if (member != null && member.running()) {
            members.put(id, member.withRunning(false));
            changed(member.name() + " stopped");
        }
    }

    /**
     * Removes a member with the checks of etcd: the remaining voters must be enough for a quorum.
     *
     * @throws EtcdRefusedException if the member does not exist, or its removal would risk the quorum
     */
    public synchronized void remove(long id) throws EtcdRefusedException {
        requireLeader();
        SimulatedMember member = members.get(id);
        if (member == null) {
            throw EtcdRefusedException.notFound();
        }
        if (member.votes()) {
            requireVotersWithout(member);
        }
        members.remove(id);
        changed(member.name() + " was removed");
    }

    private void requireVotersWithout(SimulatedMember member) throws EtcdRefusedException {
        int voters = voters();
        if (voters == 1) {
            throw EtcdRefusedException.notEnoughMembers();
        }
        // A member that does not run is not part of the active quorum.
        if (member.running() && activeVoters() - 1 < 1 + (voters - 1) / 2) {
            throw EtcdRefusedException.unhealthy();
        }
    }

    /**
     * Moves the leadership from a member to another voter.
     *
     * @return name of the new leader; empty if the member is not the leader
     */
    public synchronized Optional<String> forfeitLeadership(long id) throws EtcdRefusedException {
        requireLeader();
        if (members.size() == 1) {
            throw EtcdRefusedException.onlyOneMember();
        }
        Optional<SimulatedMember> next = members.values().stream()
                .filter(member -> member.isActiveVoter() && member.id() != id)
                .findFirst();
        if (leader != id || next.isEmpty()) {
            return Optional.empty();
        }
        leader = next.get().id();
        term++;
        changed(next.get().name() + " leads");
        return Optional.of(next.get().name());
    }

    /**
     * Rejects a request that needs a leader.
     *
     * @throws EtcdRefusedException if too few voters run to elect a leader
     */
    public synchronized void requireLeader() throws EtcdRefusedException {
        if (!hasQuorum()) {
            throw EtcdRefusedException.noLeader();
        }
    }

    /** Deletes etcd, when its data is lost with the last machine. */
    public synchronized void end() {
        members.clear();
        leader = 0;
    }

    /** Returns whether etcd was bootstrapped and its data still exists. */
    public synchronized boolean exists() {
        return !members.isEmpty();
    }

    public synchronized boolean hasQuorum() {
        return exists() && activeVoters() >= majority();
    }

    public synchronized List<SimulatedMember> members() {
        return List.copyOf(members.values());
    }

    public synchronized Optional<SimulatedMember> member(long id) {
        return Optional.ofNullable(members.get(id));
    }

    /** Returns the ID of the leader; 0 if there is none. */
    public synchronized long leader() {
        return leader;
    }

    public synchronized long term() {
        return term;
    }

    /** Returns a number that grows with every change. */
    public synchronized long index() {
        return changes;
    }

    private int voters() {
        return (int) members.values().stream().filter(SimulatedMember::votes).count();
    }

    private int activeVoters() {
        return (int)
                members.values().stream().filter(SimulatedMember::isActiveVoter).count();
    }

    private int majority() {
        return voters() / 2 + 1;
    }

    private void changed(String what) {
        changes++;
        electLeader();
        recorder.onMembers(what, voters(), activeVoters());
        onChange.run();
    }

    private void electLeader() {
        if (!hasQuorum()) {
            leader = 0;
        } else if (!members.containsKey(leader) || !members.get(leader).isActiveVoter()) {
            leader = members.values().stream()
                    .filter(SimulatedMember::isActiveVoter)
                    .findFirst()
                    .orElseThrow()
                    .id();
            term++;
        }
    }
}
