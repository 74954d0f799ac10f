package dev.butlerlabs.core.node;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.operation.OperationLoop;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.status.KubernetesNodeReader;
import dev.butlerlabs.core.status.NodeObservation;
import io.fabric8.kubernetes.api.model.Node;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Drains a node, reboots its machine, waits until it is ready and uncordons it. If interrupted, the next run reboots it again. Use one
 * instance for one reboot.
 */
public final class NodeReboot {
    private static final String DRAINED = "NodeDrained";
    private static final String REBOOTED = "MachineRebooted";
    private static final String READY = "NodeReady";
    private static final String UNCORDONED = "NodeUncordoned";
    private static final Map<String, String> TITLES = Map.of(
            DRAINED, "Draining the node",
            REBOOTED, "Rebooting the machine",
            READY, "Waiting for the node",
            UNCORDONED, "Uncordoning the node");

    private final ClusterMachineRepository cluster;
    private final NodeMachines machines;
    private final NodeScheduling scheduling;
    private final NodeDrainer drainer;
    private final DrainOptions drain;
    private Optional<String> bootBefore = Optional.empty();

    public NodeReboot(
            ClusterMachineRepository cluster,
            NodeMachines machines,
            NodeScheduling scheduling,
            NodeDrainer drainer,
            DrainOptions drain) {
        this.cluster = cluster;
        this.machines = machines;
        this.scheduling = scheduling;
        this.drainer = drainer;
        this.drain = drain;
    }

    /**
     * Checks whether the node can be rebooted. Changes nothing.
     *
     * @throws ButlerException if it is not a node with a machine, or etcd would lose its quorum
     */
    public void check(String name) {
        scheduling.require(name);
        List<MachineRequest> all = requests();
        MachineRequest machine = machine(all, name);
        if (machine.getSpec().role() == MachineRole.CONTROL_PLANE) {
            EtcdQuorum.of(machines.observe(all)).objectionToPause(name).ifPresent(objection -> {
                throw new ButlerException(
                        ErrorCode.CONFLICT,
                        "Cannot reboot control plane %s: %s.".formatted(name, objection),
                        "Wait until the other control planes are healthy (butleradm node list). To reboot the only control plane, use talosctl reboot.");
            });
        }
        NodeDrainer.requireEvictable(name, drainer.plan(name, drain));
    }

    private List<MachineRequest> requests() {
        ClusterBootstrap bootstrap = cluster.bootstrap();
        return cluster.machines(bootstrap);
    }

    private static MachineRequest machine(List<MachineRequest> all, String name) {
        return all.stream()
                .filter(machine -> machine.getMetadata().getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_FOUND,
                        "Node %s has no MachineRequest, so its machine is not known.".formatted(name),
                        "Reboot it with talosctl reboot."));
    }

    /** Returns when the node is ready again. */
    public void run(String name, OperationLoop loop) {
        loop.run(
                () -> machine(requests(), name),
                List.of(
                        Step.of(DRAINED, machine -> drained(name)),
                        Step.of(REBOOTED, machine -> rebooted(machine)),
                        Step.of(READY, machine -> ready(name, machine)),
                        Step.of(UNCORDONED, machine -> uncordoned(name))),
                TITLES);
    }

    private StepResult drained(String name) {
        if (bootBefore.isPresent()) {
            return StepResult.done();
        }
        scheduling.cordonFor(name, "reboot");
        return drainer.attempt(name, drain);
    }

    private StepResult rebooted(MachineRequest machine) {
        String boot = machines.bootId(machine);
        if (bootBefore.isEmpty()) {
            machines.reboot(machine);
            bootBefore = Optional.of(boot);
        }
        return boot.equals(bootBefore.get())
                ? StepResult.waiting("WaitingForReboot", "the machine is shutting down")
                : StepResult.done();
    }

    private StepResult ready(String name, MachineRequest machine) {
        MachineState state =
                machines.observe(List.of(machine)).get(machine.getMetadata().getName());
        if (!(state instanceof MachineState.Reachable(var seen, var members))) {
            return StepResult.waiting("WaitingForMachine", ((MachineState.Unreachable) state).reason());
        }
        if (!seen.isRunning()) {
            return StepResult.waiting(
                    "WaitingForMachine", "the machine is " + seen.status().stage());
        }
        if (machine.getSpec().role() == MachineRole.CONTROL_PLANE && members.isEmpty()) {
            return StepResult.waiting("WaitingForEtcd", "etcd is not healthy yet");
        }
        Optional<String> notReady =
                scheduling.find(name).map(KubernetesNodeReader::of).flatMap(NodeObservation::notReady);
        return notReady.map(reason -> StepResult.waiting("WaitingForNode", reason))
                .orElseGet(StepResult::done);
    }

    private StepResult uncordoned(String name) {
        Node node = scheduling.require(name);
        if (!NodeScheduling.isCordonedByOperation(node)) {
            return StepResult.done(NodeScheduling.isCordoned(node) ? "The node stays cordoned, as it was before." : "");
        }
        scheduling.uncordon(name);
        return StepResult.done();
    }
}
