package dev.butlerlabs.core.node;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Topology;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Adds machines to a cluster, one after the other. The desired state and the operation are recorded first, so that the same command
 * resumes.
 */
public final class NodeAddition {
    private static final int MAXIMUM = 100;

    private final NodeOperationTools tools;

    public NodeAddition(NodeOperationTools tools) {
        this.tools = tools;
    }

    /**
     * Checks whether machines can be added. Changes nothing.
     *
     * @param force whether an even number of control planes is allowed
     * @return the names of the machines that {@link #run} adds
     * @throws ButlerException with every reason why they cannot
     */
    public List<String> check(MachineRole role, int count, boolean force) {
        ClusterBootstrap bootstrap = tools.cluster().bootstrap();
        Optional<NodeOperation> unfinished = NodeOperation.unfinished(bootstrap);
        if (unfinished.isPresent()) {
            if (!unfinished.get().isSameAs(NodeOperation.Type.ADD, role, count)) {
                throw unfinished.get().conflict();
            }
            return unfinished.get().machines();
        }
        List<InputProblem> problems = problems(bootstrap, role, count, force);
        if (problems.isEmpty() && role == MachineRole.CONTROL_PLANE) {
            problems.addAll(etcdProblems(bootstrap));
        }
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Cannot add %d %s:".formatted(count, role.word()), problems);
        }
        return MachineCountEditor.nextNames(bootstrap, role, count);
    }

    static List<InputProblem> problems(ClusterBootstrap bootstrap, MachineRole role, int count, boolean force) {
        List<InputProblem> problems = new ArrayList<>();
        if (count < 1) {
            problems.add(new InputProblem("--count", "must be at least 1"));
        }
        if (bootstrap.getSpec().cluster().topology() == Topology.SINGLE_NODE) {
            problems.add(new InputProblem(
                    "--role",
                    "the cluster has topology single-node: its API address is that of its only machine",
                    "create a cluster with topology ha"));
        }
        if (MachineCountEditor.pool(bootstrap, role).isEmpty()) {
            problems.add(new InputProblem(
                    "--role",
                    "the ClusterBootstrap has no spec.cluster.%s, which describes the machines"
                            .formatted(role == MachineRole.WORKER ? "workers" : "controlPlane"),
                    "add it with kubectl edit clusterbootstrap"));
        }
        int total = MachineCountEditor.count(bootstrap, role) + count;
        if (total > MAXIMUM) {
            problems.add(new InputProblem(
                    "--count",
                    "the cluster would have %d machines of this role".formatted(total),
                    "the maximum is " + MAXIMUM));
        }
        if (role == MachineRole.CONTROL_PLANE && total % 2 == 0 && !force) {
            problems.add(new InputProblem(
                    "--count",
                    "%d control planes tolerate the loss of %d, as %d do, and more machines can fail"
                            .formatted(total, (total - 1) / 2, total - 1),
                    "choose an odd total, such as %d with --count %d, or pass --force"
                            .formatted(total + 1, count + 1)));
        }
        return problems;
    }

    /** A new member increases the quorum, so the existing ones must be healthy. */
    private List<InputProblem> etcdProblems(ClusterBootstrap bootstrap) {
        Map<String, MachineState> states =
                tools.machines().observe(tools.cluster().machines(bootstrap));
        EtcdQuorum etcd = EtcdQuorum.of(states);
        if (etcd.members().isEmpty()) {
            return List.of(new InputProblem(
                    "etcd",
                    "no control plane with a healthy etcd answers",
                    "check the control planes with butleradm node list"));
        }
        return etcd.members().stream()
                .filter(member -> !etcd.healthy().contains(member.hostname()))
                .map(member -> new InputProblem(
                        "etcd",
                        "member %s is not healthy".formatted(member.hostname()),
                        "repair it, or replace it with butleradm node replace %s".formatted(member.hostname())))
                .toList();
    }

    /** Adds the machines, or resumes. Returns their names when all are ready. */
    public List<String> run(MachineRole role, int count, boolean force) {
        List<String> machines = check(role, count, force);
        ClusterBootstrap bootstrap = tools.cluster().bootstrap();
        MachineCountEditor editor = new MachineCountEditor(tools.client());
        if (NodeOperation.unfinished(bootstrap).isEmpty()) {
            editor.start(bootstrap, NodeOperation.add(role, machines));
        } else {
            tools.progress().message("Resuming: " + String.join(", ", machines));
        }
        machines.forEach(new NodeJoin(tools)::run);
        editor.finish(tools.cluster().bootstrap());
        return machines;
    }
}
