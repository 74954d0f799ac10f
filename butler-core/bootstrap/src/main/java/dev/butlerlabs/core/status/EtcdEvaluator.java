package dev.butlerlabs.core.status;

import dev.butlerlabs.core.talos.client.EtcdMember;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds problems of etcd: its quorum, and members that do not match the control plane nodes. */
final class EtcdEvaluator {
    private static final String SUBJECT = "etcd";

    private final NextCommands commands;

    EtcdEvaluator(NextCommands commands) {
        this.commands = commands;
    }

    List<StatusProblem> problems(SourceResult<List<NodeObservation>> nodes, TalosObservation talos) {
        List<StatusProblem> problems = new ArrayList<>();
        if (talos.etcd().isUnknown()) {
            problems.add(new StatusProblem(
                    ProblemSeverity.UNKNOWN, SUBJECT, talos.etcd().absence(), commands.status("--timeout 1m")));
        }
        talos.etcd().value().ifPresent(members -> {
            EtcdHealth.of(talos).flatMap(health -> quorum(health, talos)).ifPresent(problems::add);
            members.stream()
                    .filter(EtcdMember::learner)
                    .forEach(member -> problems.add(StatusProblem.warning(
                            SUBJECT,
                            "member %s is a learner and does not vote".formatted(member.hostname()),
                            listCommand(talos))));
            nodes.value().ifPresent(known -> problems.addAll(mismatches(known, members, talos)));
        });
        return problems;
    }

    private Optional<StatusProblem> quorum(EtcdHealth health, TalosObservation talos) {
        String counts = "%d/%d members healthy"
                .formatted(health.running(), health.voters().size());
        if (!health.hasQuorum()) {
            return Optional.of(StatusProblem.critical(
                    SUBJECT, "%s, %d are needed".formatted(counts, health.quorum()), listCommand(talos)));
        }
        return health.dead().stream()
                .findFirst()
                .map(commands::replaceNode)
                .map(command -> health.running() == health.quorum()
                        ? StatusProblem.critical(SUBJECT, counts + ", one more failure stops the cluster", command)
                        : StatusProblem.warning(SUBJECT, counts, command));
    }

    private List<StatusProblem> mismatches(
            List<NodeObservation> nodes, List<EtcdMember> members, TalosObservation talos) {
        Set<String> memberNames = members.stream().map(EtcdMember::hostname).collect(Collectors.toSet());
        Set<String> nodeNames = nodes.stream()
                .filter(NodeObservation::isControlPlane)
                .map(NodeObservation::name)
                .collect(Collectors.toSet());
        List<StatusProblem> problems = new ArrayList<>();
        nodeNames.stream()
                .filter(name -> !memberNames.contains(name))
                .forEach(name -> problems.add(StatusProblem.critical(
                        "node " + name, "control plane node is not a member of etcd", listCommand(talos))));
        memberNames.stream()
                .filter(name -> !nodeNames.contains(name))
                .forEach(name -> problems.add(StatusProblem.warning(
                        SUBJECT, "member %s has no control plane node".formatted(name), listCommand(talos))));
        return problems;
    }

    /** The command for the first control plane machine that answers. */
    private String listCommand(TalosObservation talos) {
        return talos.sortedMachines().entrySet().stream()
                .filter(entry -> entry.getValue()
                        .value()
                        .filter(TalosObservation.Machine::isEtcdHealthy)
                        .isPresent())
                .map(Map.Entry::getKey)
                .findFirst()
                .map(address -> commands.talos("logs etcd --tail 50", address))
                .orElseGet(() -> commands.status("--timeout 1m"));
    }
}
