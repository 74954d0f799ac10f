package dev.butlerlabs.core.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.rollout.UpgradeObserver.EtcdAnswer;
import dev.butlerlabs.core.rollout.UpgradeObserver.TalosAnswer;
import dev.butlerlabs.core.talos.client.EtcdMember;
import dev.butlerlabs.core.talos.client.EtcdMemberStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EtcdReadinessTest {
    private static final List<EtcdMember> MEMBERS =
            Stream.of("cp-0", "cp-1", "cp-2").map(name -> member(name, false)).toList();

    private static EtcdMember member(String name, boolean isLearner) {
        return new EtcdMember(name.hashCode(), name, List.of(), List.of(), isLearner);
    }

    private static EtcdMemberStatus status(long leader, String... errors) {
        return new EtcdMemberStatus(1, leader, false, 2, 3, 3, 1, 1, "3.6.5", List.of(errors));
    }

    private static Optional<String> problem(List<EtcdMember> members, Map<String, Optional<EtcdMemberStatus>> own) {
        List<UpgradeNode> nodes =
                FakeUpgradeGateway.of(3, 1, "v1.13.9", "v1.36.6").observe().nodes();
        Map<String, TalosAnswer> answers = new HashMap<>();
        nodes.forEach(node -> answers.put(
                node.name(),
                new TalosAnswer(
                        node.machine().orElseThrow(),
                        own.getOrDefault(node.name(), Optional.of(status(1)))
                                .filter(_ -> node.isControlPlane())
                                .map(found -> new EtcdAnswer(members, found)))));
        return EtcdReadiness.problem(nodes, answers);
    }

    @Test
    void acceptsAHealthyVoterOnEveryControlPlaneNode() {
        assertThat(problem(MEMBERS, Map.of())).isEmpty();
    }

    @Test
    void findsWhatPreventsARestart() {
        assertThat(problem(MEMBERS, Map.of("cp-1", Optional.empty()))).contains("member cp-1 does not respond");
        assertThat(problem(MEMBERS, Map.of("cp-2", Optional.of(status(0))))).contains("member cp-2 has no leader");
        assertThat(problem(MEMBERS, Map.of("cp-0", Optional.of(status(1, "NOSPACE")))))
                .contains("member cp-0 reports NOSPACE");
        assertThat(problem(MEMBERS.subList(0, 2), Map.of())).contains("cp-2 is not a member");
        assertThat(problem(List.of(MEMBERS.get(0), MEMBERS.get(1), member("cp-2", true)), Map.of()))
                .contains("member cp-2 is a learner and does not vote");
        assertThat(problem(
                        Stream.concat(MEMBERS.stream(), Stream.of(member("cp-7", false)))
                                .toList(),
                        Map.of()))
                .contains("member cp-7 has no control plane node");
    }

    @Test
    void reportsIfNoMemberResponds() {
        assertThat(problem(
                        MEMBERS, Map.of("cp-0", Optional.empty(), "cp-1", Optional.empty(), "cp-2", Optional.empty())))
                .contains("no control plane node lists its members");
    }
}
