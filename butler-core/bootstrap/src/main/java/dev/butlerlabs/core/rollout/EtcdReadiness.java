package dev.butlerlabs.core.rollout;

import dev.butlerlabs.core.rollout.UpgradeObserver.EtcdAnswer;
import dev.butlerlabs.core.rollout.UpgradeObserver.TalosAnswer;
import dev.butlerlabs.core.talos.client.EtcdMember;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Decides whether etcd can lose a member for the time of a restart: every control plane node is a healthy voter. Pure functions. */
final class EtcdReadiness {
    private EtcdReadiness() {}

    /** Returns the first problem, without a full stop. */
    static Optional<String> problem(List<UpgradeNode> nodes, Map<String, TalosAnswer> answers) {
        List<String> controlPlanes = nodes.stream()
                .filter(UpgradeNode::isControlPlane)
                .map(UpgradeNode::name)
                .toList();
        Optional<List<EtcdMember>> members = answers.values().stream()
                .flatMap(answer -> answer.etcd().stream())
                .map(EtcdAnswer::members)
                .findFirst();
        if (members.isEmpty()) {
            return Optional.of("no control plane node lists its members");
        }
        Stream<String> unhealthy = controlPlanes.stream().flatMap(name -> unhealthy(name, answers).stream());
        return Stream.concat(membership(controlPlanes, members.get()), unhealthy)
                .findFirst();
    }

    private static Stream<String> membership(List<String> controlPlanes, List<EtcdMember> members) {
        Set<String> names = members.stream().map(EtcdMember::hostname).collect(Collectors.toSet());
        Stream<String> learners = members.stream()
                .filter(EtcdMember::learner)
                .map(member -> "member %s is a learner and does not vote".formatted(member.hostname()));
        Stream<String> missing =
                controlPlanes.stream().filter(name -> !names.contains(name)).map("%s is not a member"::formatted);
        Stream<String> foreign = names.stream()
                .filter(name -> !controlPlanes.contains(name))
                .sorted()
                .map("member %s has no control plane node"::formatted);
        return Stream.of(learners, missing, foreign).flatMap(problems -> problems);
    }

    private static Optional<String> unhealthy(String name, Map<String, TalosAnswer> answers) {
        Optional<EtcdAnswer> answer = Optional.ofNullable(answers.get(name)).flatMap(TalosAnswer::etcd);
        if (answer.isEmpty()) {
            return Optional.of("member %s does not respond".formatted(name));
        }
        if (!answer.get().own().hasLeader()) {
            return Optional.of("member %s has no leader".formatted(name));
        }
        return answer.get().own().errors().stream()
                .findFirst()
                .map(error -> "member %s reports %s".formatted(name, error));
    }
}
