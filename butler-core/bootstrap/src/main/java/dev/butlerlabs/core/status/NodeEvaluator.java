package dev.butlerlabs.core.status;

import dev.butlerlabs.core.talos.client.NodeService;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds problems of nodes and their machines. */
final class NodeEvaluator {
    private final NextCommands commands;

    NodeEvaluator(NextCommands commands) {
        this.commands = commands;
    }

    /** @param talos the machines; used to suggest the replacement of those that do not answer */
    List<StatusProblem> nodes(List<NodeObservation> nodes, SourceResult<TalosObservation> talos) {
        List<StatusProblem> problems = new ArrayList<>();
        if (nodes.isEmpty()) {
            problems.add(StatusProblem.critical("nodes", "the cluster has no nodes", commands.kubectl("get nodes")));
        }
        nodes.forEach(node -> add(node, talos.value(), problems));
        return problems;
    }

    private void add(NodeObservation node, Optional<TalosObservation> talos, List<StatusProblem> problems) {
        String subject = "node " + node.name();
        String describe = commands.kubectl("describe node " + node.name());
        String repair = talos.filter(machines -> isReplaceable(node, machines))
                .map(_ -> commands.replaceNode(node.name()))
                .orElse(describe);
        node.notReady()
                .ifPresent(reason -> problems.add(
                        node.isControlPlane()
                                ? StatusProblem.critical(subject, "not ready: " + reason, repair)
                                : StatusProblem.warning(subject, "not ready: " + reason, repair)));
        node.pressures().forEach(pressure -> problems.add(StatusProblem.warning(subject, pressure, describe)));
        if (node.isCordoned()) {
            problems.add(StatusProblem.notice(
                    subject, "new pods are not scheduled on it", commands.butleradm("node uncordon " + node.name())));
        }
    }

    /** A machine that does not answer is gone or unusable. A control plane is replaced only while the others have the quorum of etcd. */
    private static boolean isReplaceable(NodeObservation node, TalosObservation talos) {
        boolean isSilent = node.address()
                .flatMap(talos::at)
                .filter(SourceResult::isUnknown)
                .isPresent();
        boolean isSpare = !node.isControlPlane()
                || EtcdHealth.of(talos).filter(EtcdHealth::hasQuorum).isPresent();
        return isSilent && isSpare;
    }

    List<StatusProblem> machines(TalosObservation talos) {
        List<StatusProblem> problems = new ArrayList<>();
        talos.sortedMachines().forEach((address, reading) -> {
            String subject = "machine " + talos.nameOf(address);
            String services = commands.talos("services", address);
            if (reading.isUnknown()) {
                problems.add(new StatusProblem(ProblemSeverity.UNKNOWN, subject, reading.absence(), services));
            }
            reading.value().ifPresent(machine -> {
                if (!machine.isRunning()) {
                    problems.add(StatusProblem.warning(subject, machine.status().toString(), services));
                }
                machine.failedServices().forEach(service -> problems.add(failed(subject, address, service)));
            });
        });
        return problems;
    }

    private StatusProblem failed(String subject, String address, NodeService service) {
        String message = service.message().isEmpty() ? "" : ": " + service.message();
        String health = service.health() == NodeService.Health.UNHEALTHY ? ", unhealthy" : "";
        return StatusProblem.warning(
                subject,
                "service %s is %s%s%s".formatted(service.id(), service.state(), health, message),
                commands.talos("logs " + service.id() + " --tail 50", address));
    }
}
