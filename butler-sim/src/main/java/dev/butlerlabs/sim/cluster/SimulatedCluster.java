package dev.butlerlabs.sim.cluster;

import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.sim.cluster.control.ControlPlane;
import dev.butlerlabs.sim.talos.TalosManifests;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The Kubernetes cluster of machines with matching configurations: a real API server with the configured CA, plus
 * simulated controllers and kubelets.
 */
public final class SimulatedCluster implements AutoCloseable {
    private static final String UNKNOWN_VERSION = "v0.0.0";

    private final MachineKubernetesSettings facts;
    private final EmbeddedApiServer server;
    private final ApiPortForwarder doors;
    private final ControlPlane control;
    private final AtomicReference<String> version;

    private SimulatedCluster(
            MachineKubernetesSettings facts,
            EmbeddedApiServer server,
            ApiPortForwarder doors,
            ControlPlane control,
            AtomicReference<String> version) {
        this.version = version;
        this.facts = facts;
        this.server = server;
        this.doors = doors;
        this.control = control;
    }

    /** @param snapshot the etcd snapshot with its objects; empty for a new cluster */
    static SimulatedCluster start(
            MachineKubernetesSettings controlPlane,
            TalosHostOptions options,
            LoopbackNetwork network,
            Optional<byte[]> snapshot) {
        AtomicReference<String> version =
                new AtomicReference<>(controlPlane.kubelet().isEmpty() ? UNKNOWN_VERSION : controlPlane.kubelet());
        EmbeddedApiOptions api = EmbeddedApiOptions.inMemory()
                .withVersion(version::get)
                .withGate(options.faults().gate())
                .withIdentity(ServingCertificate.make(controlPlane, network.machineAddresses()));
        EmbeddedApiServer server = snapshot.map(EtcdContentConverter::content)
                .map(content -> EmbeddedApiServer.start(api, content))
                .orElseGet(() -> EmbeddedApiServer.start(api));
        try {
            ApiPortForwarder doors = new ApiPortForwarder(network, server.uri().getPort());
            ControlPlane control = ControlPlane.start(
                    server.kubeconfig(), options.clusters(), options.jobs(), options.faults(), doors::addressMoves);
            return new SimulatedCluster(controlPlane, server, doors, control, version);
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    void follow(List<ClusterMachine> machines) {
        Optional<ClusterMachine> serving =
                machines.stream().filter(ClusterMachine::isServing).findFirst();
        boolean served = serving.isPresent();
        // All addresses lead to one server, which reports the version of the machine that has the virtual IP.
        serving.map(ClusterMachine::apiVersion)
                .filter(reported -> !reported.isEmpty())
                .ifPresent(version::set);
        serving.ifPresent(machine -> control.require(TalosManifests.requiredBy(machine.node())));
        control.follow(machines.stream().map(ClusterMachine::member).toList(), served);
        doors.follow(machines);
    }

    /** Returns the cluster name in the machine configuration. */
    public String name() {
        return facts.cluster();
    }

    /** Returns the control plane endpoint in the machine configuration. */
    public String endpoint() {
        return facts.endpoint().toString();
    }

    /** Returns a kubeconfig for the API server itself, bypassing the addresses of the machines. Contains a token. */
    public String kubeconfig() {
        return server.kubeconfig();
    }

    /** Returns a snapshot of etcd with all objects. Contains Secrets. */
    byte[] snapshot() {
        return EtcdContentConverter.snapshot(server.content());
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
