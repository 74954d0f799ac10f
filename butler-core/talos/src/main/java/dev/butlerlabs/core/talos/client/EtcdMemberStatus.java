package dev.butlerlabs.core.talos.client;

import java.util.List;
import java.util.Objects;

/**
 * The state of etcd on one machine. IDs are unsigned numbers.
 *
 * @param leader ID of the leader; 0 if there is none
 * @param version version of etcd, such as {@code 3.5.21}
 * @param errors alarms and errors, such as a missing leader
 */
public record EtcdMemberStatus(
        long memberId,
        long leader,
        boolean learner,
        long raftTerm,
        long raftIndex,
        long raftAppliedIndex,
        long databaseBytes,
        long databaseBytesInUse,
        String version,
        List<String> errors) {
    public EtcdMemberStatus {
        Objects.requireNonNull(version, "version");
        errors = List.copyOf(errors);
    }

    /** Returns whether etcd has a leader, and thus a majority of its voters. */
    public boolean hasLeader() {
        return leader != 0;
    }
}
