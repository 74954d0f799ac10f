package dev.butlerlabs.sim.cluster.control;

import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.sim.fault.FaultPlan;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A simulated control plane on an API server, with nodes that exist only as data and need no CNI plugin. */
public final class SmallCluster implements AutoCloseable {
    private final EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
    private final FaultPlan faults = FaultPlan.none();
    private final ControlPlane control;
    private final KubernetesClient client;

    public SmallCluster(JobRunner jobs, int nodes) {
        control = ControlPlane.start(server.kubeconfig(), ClusterDelays.QUICK, jobs, faults, moves -> {});
        control.follow(
                IntStream.rangeClosed(1, nodes).mapToObj(SmallCluster::member).toList(), true);
        client = new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"));
    }

    private static ClusterMember member(int number) {
        return new ClusterMember(
                "node-" + number,
                "127.0.0." + number,
                true,
                number == 1,
                Map.of(),
                Map.of(),
                Map.of(),
                "v1.35.0",
                "v1.12.1",
                true);
    }

    public KubernetesClient client() {
        return client;
    }

    public String kubeconfig() {
        return server.kubeconfig();
    }

    public FaultPlan faults() {
        return faults;
    }

    void follow(List<ClusterMember> members, boolean controlled) {
        control.follow(members, controlled);
    }

    @Override
    public void close() {
        client.close();
        control.close();
        server.close();
    }
}
