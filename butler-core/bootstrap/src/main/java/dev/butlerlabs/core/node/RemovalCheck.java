package dev.butlerlabs.core.node;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.bootstrap.step.MachineRoute;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.status.KubernetesNodeReader;
import dev.butlerlabs.core.status.NodeObservation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Finds every reason why a machine must not be removed. Changes nothing. */
final class RemovalCheck {
    private final NodeOperationTools tools;
    private final NodeDrainer drainer;
    private final DrainOptions drain;

    RemovalCheck(NodeOperationTools tools, NodeDrainer drainer, DrainOptions drain) {
        this.tools = tools;
        this.drainer = drainer;
        this.drain = drain;
    }

    /** @throws dev.butlerlabs.core.error.ButlerException with the known names if there is neither a node nor a machine of this name */
    List<InputProblem> problems(ClusterBootstrap bootstrap, String name) {
        List<MachineRequest> all = tools.cluster().machines(bootstrap);
        Optional<MachineRequest> machine = all.stream()
                .filter(one -> one.getMetadata().getName().equals(name))
                .findFirst();
        Optional<NodeObservation> node =
                new NodeScheduling(tools.client()).find(name).map(KubernetesNodeReader::of);
        if (machine.isEmpty() && node.isEmpty()) {
            throw NodeScheduling.unknown(name, known(all));
        }
        if (machine.isEmpty()) {
            return List.of(new InputProblem(
                    name,
                    "has no MachineRequest: Butler did not create its machine",
                    "remove it with kubectl delete node"));
        }
        List<InputProblem> problems = new ArrayList<>();
        if (machine.get().getSpec().role() == MachineRole.CONTROL_PLANE) {
            problems.addAll(controlPlane(bootstrap, all, machine.get()));
        } else if (MachineCountEditor.count(bootstrap, MachineRole.WORKER) < 2) {
            problems.add(new InputProblem(
                    name,
                    "is the last worker: its workloads have no other node",
                    "add another one first: butleradm node add --role worker --count 1"));
        }
        node.filter(one -> one.notReady().isEmpty())
                .ifPresent(_ -> problems.addAll(drainer.plan(name, drain).problems()));
        return problems;
    }

    private List<String> known(List<MachineRequest> machines) {
        TreeSet<String> names = new TreeSet<>();
        machines.forEach(machine -> names.add(machine.getMetadata().getName()));
        KubeErrorMapper.translating(
                        "listing the nodes", () -> tools.client().nodes().list().getItems())
                .forEach(node -> names.add(node.getMetadata().getName()));
        return List.copyOf(names);
    }

    private List<InputProblem> controlPlane(
            ClusterBootstrap bootstrap, List<MachineRequest> all, MachineRequest machine) {
        String name = machine.getMetadata().getName();
        if (MachineCountEditor.count(bootstrap, MachineRole.CONTROL_PLANE) < 2) {
            return List.of(new InputProblem(
                    name,
                    "is the only control plane: without it the cluster is lost",
                    "add others first: butleradm node add --role control-plane --count 2"));
        }
        List<InputProblem> problems = new ArrayList<>();
        EtcdQuorum.of(tools.machines().observe(all))
                .objectionToRemoval(name)
                .ifPresent(objection -> problems.add(new InputProblem(
                        name, objection, "repair the other control planes first; see butleradm node list")));
        String endpoint = tools.cluster().endpoint(bootstrap);
        if (MachineRoute.of(machine)
                .filter(route -> route.address().equals(endpoint))
                .isPresent()) {
            problems.add(new InputProblem(
                    name,
                    "its address %s is the address of the Kubernetes API".formatted(endpoint),
                    "only clusters with a virtual address or a load balancer can lose this machine"));
        }
        return problems;
    }
}
