package dev.butlerlabs.core.node;

import dev.butlerlabs.core.talos.client.EtcdMember;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The members of etcd and which of them are healthy. Decides whether etcd survives the loss of a member. Pure and immutable.
 *
 * @param members all members; empty if no control plane listed them
 * @param healthy host names of the members with a healthy etcd
 */
public record EtcdQuorum(List<EtcdMember> members, Set<String> healthy) {
    public EtcdQuorum {
        members = List.copyOf(members);
        healthy = Set.copyOf(healthy);
    }

    /** Returns the members as the control planes list them. */
    static EtcdQuorum of(Map<String, MachineState> machines) {
        Map<String, List<EtcdMember>> listed = new TreeMap<>();
        machines.forEach((name, state) -> {
            if (state instanceof MachineState.Reachable reachable
                    && !reachable.members().isEmpty()) {
                listed.put(name, reachable.members());
            }
        });
        return new EtcdQuorum(listed.values().stream().findFirst().orElse(List.of()), listed.keySet());
    }

    /** Returns the member of a node; empty if it is not a member. */
    public Optional<EtcdMember> member(String node) {
        return members.stream()
                .filter(member ->
                        member.hostname().equals(node) || member.hostname().startsWith(node + "."))
                .findFirst();
    }

    /** Returns why the node must not stop for a while; empty if the other members keep the quorum. */
    Optional<String> objectionToPause(String node) {
        int needed = majority(voters());
        int others = healthyVotersWithout(node);
        return others >= needed ? Optional.empty() : Optional.of(text(others, needed, voters()));
    }

    /** Returns why the member of the node must not be removed; empty if the remaining members have a quorum before and after. */
    Optional<String> objectionToRemoval(String node) {
        if (members.isEmpty()) {
            return Optional.of("no control plane with a healthy etcd answers, so the members of etcd are not known");
        }
        boolean isVoter = member(node).filter(member -> !member.learner()).isPresent();
        int remaining = isVoter ? voters() - 1 : voters();
        int others = healthyVotersWithout(node);
        int all = others + (isVoter && healthy.contains(node) ? 1 : 0);
        if (all < majority(voters())) {
            return Optional.of(text(all, majority(voters()), voters()));
        }
        return others >= majority(remaining) && remaining > 0
                ? Optional.empty()
                : Optional.of(text(others, majority(remaining), remaining));
    }

    private static String text(int healthy, int needed, int members) {
        return "etcd would lose its quorum: %d of %d remaining members %s healthy, %d required"
                .formatted(healthy, members, healthy == 1 ? "is" : "are", needed);
    }

    private int voters() {
        return (int) members.stream().filter(member -> !member.learner()).count();
    }

    private int healthyVotersWithout(String node) {
        Optional<EtcdMember> left = member(node);
        return (int) members.stream()
                .filter(member -> !member.learner() && !left.equals(Optional.of(member)))
                .filter(member -> healthy.contains(member.hostname()))
                .count();
    }

    private static int majority(int members) {
        return members / 2 + 1;
    }
}
