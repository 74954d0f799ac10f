package dev.butlerlabs.sim.talos.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules of membership, without machines. */
class EtcdClusterTest {
    private final AvailabilityRecorder recorder = new AvailabilityRecorder();
    private final EtcdCluster etcd = new EtcdCluster(recorder, () -> {});

    private long joined(String name, String address) {
        long id = etcd.join(name, address).orElseThrow();
        etcd.promote(id);
        return id;
    }

    @Test
    void acceptsOneLearnerAtATimeAndPromotesIt() {
        etcd.bootstrap("cp-1", "10.0.0.1");
        long second = etcd.join("cp-2", "10.0.0.2").orElseThrow();
        assertThat(etcd.member(second)).map(SimulatedMember::learner).contains(true);
        assertThat(etcd.join("cp-3", "10.0.0.3")).isEmpty();
        etcd.promote(second);
        assertThat(etcd.member(second)).map(SimulatedMember::learner).contains(false);
        assertThat(etcd.join("cp-3", "10.0.0.3")).isPresent();
    }

    @Test
    void losesItsLeaderWithTheMajorityAndRegainsIt() throws EtcdRefusedException {
        long first = etcd.bootstrap("cp-1", "10.0.0.1");
        long second = joined("cp-2", "10.0.0.2");
        joined("cp-3", "10.0.0.3");
        assertThat(etcd.leader()).isEqualTo(first);
        etcd.stop(first);
        assertThat(etcd.hasQuorum()).isTrue();
        assertThat(etcd.leader()).isEqualTo(second);
        assertThat(recorder.report().lowestMargin()).isZero();
        etcd.stop(second);
        assertThat(etcd.leader()).isZero();
        assertThatThrownBy(etcd::requireLeader).hasMessage("etcdserver: no leader");
        assertThat(recorder.report().quorumLosses()).isEqualTo(1);
        assertThat(recorder.report().lowestMargin()).isEqualTo(-1);
        etcd.start(first);
        etcd.requireLeader();
    }

    @Test
    void doesNotCountALearnerForTheQuorum() {
        long first = etcd.bootstrap("cp-1", "10.0.0.1");
        etcd.join("cp-2", "10.0.0.2");
        etcd.stop(first);
        assertThat(etcd.hasQuorum()).isFalse();
    }

    @Test
    void removesAStoppedMemberButNotARunningOneThatIsNeeded() throws EtcdRefusedException {
        long first = etcd.bootstrap("cp-1", "10.0.0.1");
        long second = joined("cp-2", "10.0.0.2");
        long third = joined("cp-3", "10.0.0.3");
        etcd.stop(third);
        assertThatThrownBy(() -> etcd.remove(second)).hasMessage("etcdserver: unhealthy cluster");
        etcd.remove(third);
        assertThat(etcd.start(third)).isFalse();
        assertThatThrownBy(() -> etcd.remove(third)).hasMessage("etcdserver: member not found");
        etcd.remove(second);
        assertThatThrownBy(() -> etcd.remove(first)).hasMessageContaining("not enough started members");
    }

    @Test
    void replacesTheFormerMemberOfAMachineThatJoinsWithoutData() {
        etcd.bootstrap("cp-1", "10.0.0.1");
        joined("cp-2", "10.0.0.2");
        long third = joined("cp-3", "10.0.0.3");
        etcd.stop(third);
        assertThat(etcd.join("cp-4", "10.0.0.3")).isEmpty();
        long again = etcd.join("cp-3", "10.0.0.3").orElseThrow();
        assertThat(again).isNotEqualTo(third);
        assertThat(etcd.members()).extracting(SimulatedMember::name).containsExactly("cp-1", "cp-2", "cp-3");
    }

    @Test
    void movesTheLeadershipToAnotherVoter() throws EtcdRefusedException {
        long first = etcd.bootstrap("cp-1", "10.0.0.1");
        assertThatThrownBy(() -> etcd.forfeitLeadership(first)).hasMessageContaining("only one member");
        long second = joined("cp-2", "10.0.0.2");
        assertThat(etcd.forfeitLeadership(second)).isEmpty();
        assertThat(etcd.forfeitLeadership(first)).contains("cp-2");
        assertThat(etcd.leader()).isEqualTo(second);
    }

    @Test
    void countsOutagesOfTheApiAfterItsFirstStart() {
        recorder.onApi(false);
        recorder.onApi(true);
        recorder.onApi(false);
        recorder.onApi(false);
        recorder.onApi(true);
        assertThat(recorder.report().apiOutages()).isEqualTo(1);
        recorder.startOver();
        assertThat(recorder.report()).isEqualTo(new AvailabilityRecorder.Report(Integer.MAX_VALUE, 0, 0, List.of()));
    }
}
