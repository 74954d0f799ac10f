package dev.butlerlabs.sim.cluster;

import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.sim.cluster.control.ControlPlane;
import java.util.List;

/**
 * The Kubernetes cluster of machines whose configurations belong together: a real API with the authority of the configuration, and
 * in it what controllers and kubelets would do.
 */
public final class SimulatedCluster implements AutoCloseable {
    private final MachineFacts facts;
    private final EmbeddedApiServer server;
    private final Doors doors;
    private final ControlPlane control;

    private SimulatedCluster(MachineFacts facts, EmbeddedApiServer server, Doors doors, ControlPlane control) {
        this.facts = facts;
        this.server = server;
        this.doors = doors;
        this.control = control;
    }

    static SimulatedCluster start(MachineFacts controlPlane, TalosHostOptions options, LoopbackNetwork network) {
        EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                .withGate(options.faults().gate())
                .withIdentity(ServingCertificate.make(controlPlane, network.machineAddresses())));
        try {
            Doors doors = new Doors(network, server.uri().getPort());
            ControlPlane control = ControlPlane.start(
                    server.kubeconfig(), options.clusters(), options.jobs(), options.faults(), doors::addressMoves);
            return new SimulatedCluster(controlPlane, server, doors, control);
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    void follow(List<Machine> machines) {
        boolean served = machines.stream().anyMatch(Machine::isServing);
        control.follow(machines.stream().map(Machine::member).toList(), served);
        doors.follow(machines);
    }

    /** As its machines call it. */
    public String name() {
        return facts.cluster();
    }

    /** Where its configuration says that it is reached. */
    public String endpoint() {
        return facts.endpoint().toString();
    }

    /** A kubeconfig for the API itself, past the machines and their addresses. It holds a token. */
    public String kubeconfig() {
        return server.kubeconfig();
    }

    @Override
    public void close() {
        doors.close();
        control.close();
        server.close();
    }

    @Override
    public String toString() {
        return "SimulatedCluster[" + name() + "]";
    }
}
