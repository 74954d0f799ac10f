package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.sim.cluster.control.Member;
import java.util.List;

/** What a hosted control plane stands for. */
interface HostedCluster extends AutoCloseable {
    String host();

    int port();

    /** An administrator's. */
    String kubeconfig();

    /** Whether it knows a token that a machine shows. */
    boolean admits(String bootstrapToken);

    /** These machines are its nodes now. */
    void follow(List<Member> present);

    /** Deletes the Node of a machine that leaves, as the Cluster API machine controller does. Repeating it changes nothing. */
    void deleteNode(String name);

    @Override
    void close();
}
