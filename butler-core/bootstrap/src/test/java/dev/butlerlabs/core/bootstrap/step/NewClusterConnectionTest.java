package dev.butlerlabs.core.bootstrap.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.kube.Kubeconfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class NewClusterConnectionTest {
    private final BootstrapStepWorld world = BootstrapStepWorld.onPremises().withRunningMachines();
    private final InMemoryKubernetes second = InMemoryKubernetes.open();
    private final List<String> servers = new ArrayList<>();
    private final NewClusterConnection connection =
            new NewClusterConnection(BootstrapStepWorld.RANDOM, world.options, this::connect);

    @AfterEach
    void close() {
        world.close();
        second.close();
    }

    /** The first control plane serves the cluster of the world, the second another one. */
    private NewClusterConnection.Connection connect(Kubeconfig kubeconfig) {
        String server =
                kubeconfig.server(kubeconfig.usualContext().orElseThrow()).orElseThrow();
        servers.add(server);
        InMemoryKubernetes api = server.contains("10.0.0.10") ? world.cluster : second;
        return new NewClusterConnection.Connection(api.client(), api.client());
    }

    @Test
    void connectsToTheFirstControlPlane() {
        NewClusterConnection.Answer answer = connection.ask(world.contextWithMachines());

        assertSame(world.cluster.client(), answer.client().orElseThrow());
        assertEquals("", answer.seen());
        assertEquals(List.of("https://10.0.0.10:6443"), servers);
        assertEquals(List.of("GET /readyz"), world.cluster.requests());
    }

    @Test
    void reusesAConnectionAndProbesItAgain() {
        connection.ask(world.contextWithMachines());
        connection.ask(world.contextWithMachines());

        assertEquals(1, servers.size());
        assertEquals(2, world.cluster.requests().size());
    }

    @Test
    void connectsToTheNextControlPlaneIfTheFirstDoesNotAnswer() {
        world.cluster.down(true);

        assertSame(
                second.client(),
                connection.ask(world.contextWithMachines()).client().orElseThrow());
        assertEquals(List.of("https://10.0.0.10:6443", "https://10.0.0.11:6443"), servers);
    }

    @Test
    void namesTheLastControlPlaneThatDoesNotAnswer() {
        world.cluster.down(true);
        second.down(true);

        NewClusterConnection.Answer answer = connection.ask(world.contextWithMachines());
        assertEquals(Optional.empty(), answer.client());
        assertEquals("10.0.0.11:6443: ", answer.seen().substring(0, 16));
    }

    @Test
    void namesMissingAddresses() {
        BootstrapReconcileContext context = world.contextWithSecrets();

        NewClusterConnection.Answer answer = connection.ask(context);
        assertEquals(Optional.empty(), answer.client());
        assertEquals("no control plane machine has an address", answer.seen());
    }

    @Test
    void connectsAgainAfterClose() {
        connection.ask(world.contextWithMachines());
        connection.close();
        connection.ask(world.contextWithMachines());

        assertEquals(2, servers.size());
    }
}
