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

    @Override
    void close();
}
