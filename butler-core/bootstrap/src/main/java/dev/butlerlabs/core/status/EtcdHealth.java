package dev.butlerlabs.core.status;

import dev.butlerlabs.core.talos.client.EtcdMember;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The voting members of etcd, and which of them are healthy. Immutable.
 *
 * @param voters host names, sorted
 * @param healthy host names of the machines with a healthy etcd
 */
record EtcdHealth(List<String> voters, Set<String> healthy) {
    EtcdHealth {
        voters = List.copyOf(voters);
        healthy = Set.copyOf(healthy);
    }

    /** Returns the health; empty if no machine listed the members. */
    static Optional<EtcdHealth> of(TalosObservation talos) {
        Set<String> healthy = talos.machines().values().stream()
                .flatMap(reading -> reading.value().stream())
                .filter(TalosObservation.Machine::isEtcdHealthy)
                .map(TalosObservation.Machine::hostname)
                .collect(Collectors.toSet());
        return talos.etcd()
                .value()
                .map(members -> new EtcdHealth(
                        members.stream()
                                .filter(member -> !member.learner())
                                .map(EtcdMember::hostname)
                                .sorted()
                                .toList(),
                        healthy));
    }

    long running() {
        return voters.stream().filter(healthy::contains).count();
    }

    int quorum() {
        return voters.size() / 2 + 1;
    }

    boolean hasQuorum() {
        return running() >= quorum();
    }

    /** Returns the voting members that are not healthy. */
    List<String> dead() {
        return voters.stream().filter(name -> !healthy.contains(name)).toList();
    }
}
