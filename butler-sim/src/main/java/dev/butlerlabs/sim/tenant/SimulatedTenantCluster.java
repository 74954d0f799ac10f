package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.sim.cluster.control.ClusterDelays;
import dev.butlerlabs.sim.cluster.control.ClusterMember;
import dev.butlerlabs.sim.cluster.control.ControlPlane;
import dev.butlerlabs.sim.cluster.helm.HelmRunner;
import dev.butlerlabs.sim.fault.FaultPlan;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** A tenant cluster with a real API server and simulated controllers. */
final class SimulatedTenantCluster implements HostedCluster {
    private final EmbeddedApiServer server;
    private final ControlPlane control;
    private List<ClusterMember> members = List.of();

    /** @param previous the API before, which this one replaces without its objects */
    SimulatedTenantCluster(Optional<HostedApi> previous) {
        EmbeddedApiOptions usual = EmbeddedApiOptions.inMemory();
        this.server = EmbeddedApiServer.start(
                previous.map(api -> usual.withPort(api.port()).withIdentity(api.identity()))
                        .orElse(usual));
        try {
            this.control = ControlPlane.start(
                    server.kubeconfig(), ClusterDelays.QUICK, new HelmRunner(), FaultPlan.none(), moves -> {});
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
        control.follow(members, true);
    }

    @Override
    public Optional<HostedApi> api() {
        return Optional.of(new HostedApi(port(), server.identity()));
    }

    @Override
    public String host() {
        return server.uri().getHost();
    }

    @Override
    public int port() {
        return server.uri().getPort();
    }

    @Override
    public String kubeconfig() {
        return server.kubeconfig();
    }

    @Override
    public boolean admits(String bootstrapToken) {
        String[] halves = bootstrapToken.split("\\.", 2);
        try (KubernetesClient client = connect()) {
            return Optional.ofNullable(client.secrets()
                            .inNamespace("kube-system")
                            .withName("bootstrap-token-" + halves[0])
                            .get())
                    .map(secret -> secret.getData().get("token-secret"))
                    .map(text -> new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8))
                    .filter(halves[1]::equals)
                    .isPresent();
        }
    }

    @Override
    public void follow(List<ClusterMember> present) {
        if (!present.equals(members)) {
            members = present;
            control.follow(present, true);
        }
    }

    @Override
    public void deleteNode(String name) {
        // A kubelet that is still followed would register its node again.
        follow(members.stream().filter(member -> !member.name().equals(name)).toList());
        try (KubernetesClient client = connect()) {
            client.nodes().withName(name).delete();
        }
    }

    private KubernetesClient connect() {
        return new KubeConnector("simulated-tenants").connect(Kubeconfig.parse(server.kubeconfig(), "tenant"));
    }

    @Override
    public void close() {
        control.close();
        server.close();
    }
}
