package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.sim.cluster.control.ClusterMember;
import java.util.List;

/** The cluster behind a hosted control plane. */
interface HostedCluster extends AutoCloseable {
    String host();

    int port();

    /** Returns an administrator's kubeconfig. */
    String kubeconfig();

    /** Returns whether the cluster accepts a bootstrap token. */
    boolean admits(String bootstrapToken);

    /** Sets the machines that are its nodes. */
    void follow(List<ClusterMember> present);

    /** Deletes the Node of a machine that leaves, as the Cluster API machine controller does. Idempotent. */
    void deleteNode(String name);

    @Override
    void close();
}
