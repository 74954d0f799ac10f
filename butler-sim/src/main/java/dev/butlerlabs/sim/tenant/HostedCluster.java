package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.sim.cluster.control.ClusterMember;
import java.util.List;
import java.util.Optional;

/** The cluster behind a hosted control plane. */
interface HostedCluster extends AutoCloseable {
    /** Starts clusters. */
    @FunctionalInterface
    interface Factory {
        /**
         * Starts a cluster.
         *
         * @param previous the API of the control plane before, which clients still use; empty for a new control plane
         */
        HostedCluster start(Optional<HostedApi> previous);
    }

    /** An API that is started again with the same certificates, token and port. Empty if the cluster has no API. */
    Optional<HostedApi> api();

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
