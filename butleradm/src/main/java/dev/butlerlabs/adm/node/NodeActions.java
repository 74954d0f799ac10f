package dev.butlerlabs.adm.node;

import dev.butlerlabs.adm.status.StatusTarget;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.bootstrap.step.BootstrapOptions;
import dev.butlerlabs.core.bootstrap.step.MachineAccessSelector;
import dev.butlerlabs.core.bootstrap.step.NodeJoinSteps;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.node.ClusterMachineRepository;
import dev.butlerlabs.core.node.DrainOptions;
import dev.butlerlabs.core.node.DrainPlan;
import dev.butlerlabs.core.node.NodeAddition;
import dev.butlerlabs.core.node.NodeCordonClient;
import dev.butlerlabs.core.node.NodeDrainer;
import dev.butlerlabs.core.node.NodeInventory;
import dev.butlerlabs.core.node.NodeMachines;
import dev.butlerlabs.core.node.NodeOperation;
import dev.butlerlabs.core.node.NodeOperationTools;
import dev.butlerlabs.core.node.NodeReboot;
import dev.butlerlabs.core.node.NodeRemoval;
import dev.butlerlabs.core.node.NodeRow;
import dev.butlerlabs.core.node.TalosNodeMachines;
import dev.butlerlabs.core.node.TalosconfigEndpointWriter;
import dev.butlerlabs.core.operation.ClusterOperationLock;
import dev.butlerlabs.core.operation.OperationLoop;
import dev.butlerlabs.core.operation.OperationTimeouts;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.retry.Sleeper;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the node commands do. A class of its own, because picocli inspects command classes and would load the clients for every command.
 */
final class NodeActions implements AutoCloseable {
    private static final Duration REQUEST = Duration.ofSeconds(30);

    private final KubernetesClient client;
    private final Clock clock;
    private final ClusterMachineRepository cluster;
    private final BootstrapOptions options;
    private final MachineAccessSelector access;
    private final Optional<Path> talosconfig;

    private NodeActions(KubernetesClient client, Optional<Path> talosconfig, Clock clock) {
        this.client = client;
        this.talosconfig = talosconfig;
        this.clock = clock;
        this.cluster = new ClusterMachineRepository(client);
        this.options = BootstrapOptions.standard().withClock(clock);
        this.access = MachineAccessSelector.overNetwork(options);
    }

    static NodeActions connect(CommandContext session, StatusTarget target) {
        return new NodeActions(target.connect(REQUEST), target.talosconfig(), session.clock());
    }

    List<NodeRow> list() {
        ClusterBootstrap bootstrap = cluster.bootstrap();
        List<MachineRequest> requests = cluster.machines(bootstrap);
        return new NodeInventory(
                        KubeErrorMapper.translating(
                                "listing the nodes", () -> client.nodes().list().getItems()),
                        requests,
                        machines(bootstrap).observe(requests))
                .rows();
    }

    private NodeMachines machines(ClusterBootstrap bootstrap) {
        return new TalosNodeMachines(cluster.talosconfig(bootstrap), access, options);
    }

    NodeCordonClient cordons() {
        return new NodeCordonClient(client);
    }

    private NodeDrainer drainer() {
        return new NodeDrainer(client, clock, Sleeper.SYSTEM);
    }

    List<String> podsToEvict(String node, DrainOptions drain) {
        cordons().require(node);
        DrainPlan plan = drainer().plan(node, drain);
        NodeDrainer.requireEvictable(node, plan);
        return plan.podNames();
    }

    void drain(String node, DrainOptions drain, ProgressReporter progress) {
        podsToEvict(node, drain);
        cordons().cordon(node);
        ProgressStep step = progress.start("NodeDrained", "Draining node " + node);
        drainer().drain(node, drain, step::waiting);
        step.done();
    }

    void checkReboot(String node, DrainOptions drain) {
        reboot(drain).check(node);
    }

    private NodeReboot reboot(DrainOptions drain) {
        return new NodeReboot(cluster, machines(cluster.bootstrap()), cordons(), drainer(), drain);
    }

    void reboot(String node, DrainOptions drain, ProgressReporter progress) {
        locked("node reboot " + node, drain.limit(), progress, loop -> {
            NodeReboot reboot = reboot(drain);
            reboot.check(node);
            reboot.run(node, loop);
            return node;
        });
    }

    List<String> checkAddition(MachineRole role, int count, boolean force, ProgressReporter progress) {
        return new NodeAddition(tools(unlocked(progress), progress)).check(role, count, force);
    }

    List<String> add(MachineRole role, int count, boolean force, Duration limit, ProgressReporter progress) {
        return locked("node add", limit, progress, loop -> {
            List<String> added = new NodeAddition(tools(loop, progress)).run(role, count, force);
            updateEndpoints(progress);
            return added;
        });
    }

    /** Returns whether the operation was started before. */
    boolean checkRemoval(NodeOperation.Type type, String node, DrainOptions drain, ProgressReporter progress) {
        return new NodeRemoval(tools(unlocked(progress), progress), drainer(), drain).check(type, node);
    }

    void remove(String node, DrainOptions drain, ProgressReporter progress) {
        locked("node remove " + node, drain.limit(), progress, loop -> {
            new NodeRemoval(tools(loop, progress), drainer(), drain).remove(node);
            updateEndpoints(progress);
            return node;
        });
    }

    void replace(String node, DrainOptions drain, ProgressReporter progress) {
        locked("node replace " + node, drain.limit(), progress, loop -> {
            new NodeRemoval(tools(loop, progress), drainer(), drain).replace(node);
            updateEndpoints(progress);
            return node;
        });
    }

    /** The addresses of the control planes may have changed. */
    private void updateEndpoints(ProgressReporter progress) {
        ClusterBootstrap bootstrap = cluster.bootstrap();
        talosconfig
                .filter(file -> new TalosconfigEndpointWriter(file, access, options.talosPort())
                        .update(cluster.talosconfig(bootstrap), cluster.machines(bootstrap)))
                .ifPresent(file -> progress.message("Endpoints in %s updated.".formatted(file)));
    }

    private NodeOperationTools tools(OperationLoop loop, ProgressReporter progress) {
        return new NodeOperationTools(
                client,
                cluster,
                machines(cluster.bootstrap()),
                new NodeJoinSteps(client, ProviderRegistry.load(), options, access),
                loop,
                progress);
    }

    /** Returns a loop for checks, which run no steps. */
    private OperationLoop unlocked(ProgressReporter progress) {
        return new OperationLoop(progress, clock, Sleeper.SYSTEM, OperationTimeouts.within(Duration.ZERO), () -> {});
    }

    /** Runs an operation while no other operation changes the cluster. */
    private <T> T locked(String operation, Duration limit, ProgressReporter progress, Function<OperationLoop, T> work) {
        try (ClusterOperationLock lock =
                ClusterOperationLock.acquire(client, Namespaces.SYSTEM, operation, clock, progress::message)) {
            return work.apply(new OperationLoop(
                    progress, clock, Sleeper.SYSTEM, OperationTimeouts.within(limit), lock::ensureHeld));
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
