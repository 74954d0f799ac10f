package dev.butlerlabs.core.node;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.progress.ProgressReporter;
import java.util.List;
import java.util.Optional;

/**
 * Removes a machine from a cluster, or replaces it by a new one with the same name. The operation is recorded first; afterwards everything
 * is derived from the state of the cluster, so that the same command resumes.
 */
public final class NodeRemoval {
    private final NodeOperationTools tools;
    private final NodeDrainer drainer;
    private final DrainOptions drain;

    public NodeRemoval(NodeOperationTools tools, NodeDrainer drainer, DrainOptions drain) {
        this.tools = tools;
        this.drainer = drainer;
        this.drain = drain;
    }

    /**
     * Checks whether the machine can be removed or replaced. Changes nothing.
     *
     * @return whether an earlier run has started the operation
     * @throws ButlerException with every reason why it cannot
     */
    public boolean check(NodeOperation.Type type, String name) {
        ClusterBootstrap bootstrap = tools.cluster().bootstrap();
        Optional<NodeOperation> unfinished = NodeOperation.unfinished(bootstrap);
        if (unfinished.isPresent()) {
            if (!unfinished.get().isSameAs(type, name)) {
                throw unfinished.get().conflict();
            }
            return true;
        }
        List<InputProblem> problems = new RemovalCheck(tools, drainer, drain).problems(bootstrap, name);
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Cannot %s node %s:".formatted(type.word(), name), problems);
        }
        return false;
    }

    /** Removes the machine, or resumes. Returns when nothing of it is left. */
    public void remove(String name) {
        NodeOperation operation = start(NodeOperation.Type.REMOVE, name);
        new RemovalSteps(tools, drainer, drain, operation).run();
        finish();
    }

    /** Replaces the machine, or resumes. Returns when the node of the new machine is ready. */
    public void replace(String name) {
        NodeOperation operation = start(NodeOperation.Type.REPLACE, name);
        new RemovalSteps(tools, drainer, drain, operation).run();
        new NodeJoin(tools).run(name);
        finish();
    }

    private NodeOperation start(NodeOperation.Type type, String name) {
        ProgressReporter progress = tools.progress();
        if (check(type, name)) {
            progress.message("Resuming an interrupted operation on node %s.".formatted(name));
            return NodeOperation.unfinished(tools.cluster().bootstrap()).orElseThrow();
        }
        ClusterBootstrap bootstrap = tools.cluster().bootstrap();
        MachineRequest machine = tools.cluster().machines(bootstrap).stream()
                .filter(one -> one.getMetadata().getName().equals(name))
                .findFirst()
                .orElseThrow();
        MachineRole role = machine.getSpec().role();
        NodeOperation operation = new NodeOperation(
                type, role, List.of(name), Optional.of(machine.getMetadata().getUid()));
        new MachineCountEditor(tools.client()).start(bootstrap, operation);
        return operation;
    }

    private void finish() {
        new MachineCountEditor(tools.client()).finish(tools.cluster().bootstrap());
    }
}
