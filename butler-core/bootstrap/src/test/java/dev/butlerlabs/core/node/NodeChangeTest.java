package dev.butlerlabs.core.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Additions, removals and replacements in a cluster in memory, uninterrupted and stopped after each effect. */
@Tag("slow")
final class NodeChangeTest {
    private static void addWorker(NodeWorld world) {
        if (world.bootstrap().getSpec().cluster().workers().replicas() < 3
                || NodeOperation.unfinished(world.bootstrap()).isPresent()) {
            world.addition().run(MachineRole.WORKER, 1, false);
        }
    }

    private static void remove(NodeWorld world, String name) {
        if (world.nodeNames().contains(name)
                || NodeOperation.unfinished(world.bootstrap()).isPresent()) {
            world.removal().remove(name);
        }
    }

    private static void replaceOnce(NodeWorld world, String name) {
        boolean isReplaced = world.story.contains("started " + name);
        if (!isReplaced || NodeOperation.unfinished(world.bootstrap()).isPresent()) {
            world.removal().replace(name);
        }
    }

    private static String reasons(ButlerException rejection) {
        return rejection.problems().stream()
                .map(InputProblem::toString)
                .toList()
                .toString();
    }

    private static ButlerException rejected(Runnable operation) {
        return catchThrowableOfType(ButlerException.class, operation::run);
    }

    @Test
    void addsAWorker() {
        try (NodeWorld world = new NodeWorld(3, 2)) {
            assertThat(world.addition().run(MachineRole.WORKER, 1, false)).containsExactly("demo-worker-2");

            assertThat(world.nodeNames()).hasSize(6).contains("demo-worker-2");
            assertThat(world.bootstrap().getMetadata().getAnnotations()).doesNotContainKey(Annotations.NODE_OPERATION);
            assertThat(world.requests())
                    .extracting(MachineRequest::getMetadata)
                    .allSatisfy(metadata ->
                            assertThat(metadata.getLabels()).doesNotContainKey("butler.butlerlabs.dev/engine-of"));
        }
    }

    @Test
    void addsAWorkerAfterACrashAtAnyPosition() {
        assertThat(CrashPositions.check(() -> new NodeWorld(3, 2), NodeChangeTest::addWorker))
                .isGreaterThan(4);
    }

    @Test
    void addsControlPlanesOneAtATime() {
        try (NodeWorld world = new NodeWorld(3, 2)) {
            world.addition().run(MachineRole.CONTROL_PLANE, 2, false);

            assertThat(world.story)
                    .containsExactly("started demo-cp-3", "voter demo-cp-3", "started demo-cp-4", "voter demo-cp-4");
            assertThat(world.etcd).hasSize(5);
        }
    }

    @Test
    void removesAWorkerAndDoesNotUseItsNameAgain() {
        try (NodeWorld world = new NodeWorld(3, 2)) {
            world.removal().remove("demo-worker-0");
            assertThat(world.nodeNames()).doesNotContain("demo-worker-0").contains("demo-worker-1");

            assertThat(world.addition().run(MachineRole.WORKER, 1, false)).containsExactly("demo-worker-2");
            assertThat(world.story).containsExactly("deleted demo-worker-0", "started demo-worker-2");
        }
    }

    @Test
    void removesAWorkerAfterACrashAtAnyPosition() {
        assertThat(CrashPositions.check(() -> new NodeWorld(3, 2), world -> remove(world, "demo-worker-1")))
                .isGreaterThan(4);
    }

    @Test
    void removesTheEtcdMemberBeforeTheMachine() {
        try (NodeWorld world = new NodeWorld(3, 2)) {
            world.removal().replace("demo-cp-1");

            assertThat(world.story)
                    .containsExactly(
                            "removed member demo-cp-1", "deleted demo-cp-1", "started demo-cp-1", "voter demo-cp-1");
            assertThat(world.etcd).containsOnlyKeys("demo-cp-0", "demo-cp-1", "demo-cp-2");
            assertThat(world.nodeNames()).hasSize(5);
        }
    }

    @Test
    void replacesAControlPlaneAfterACrashAtAnyPosition() {
        assertThat(CrashPositions.check(() -> new NodeWorld(3, 2), world -> replaceOnce(world, "demo-cp-1")))
                .isGreaterThan(6);
    }

    @Test
    void replacesABrokenControlPlaneWithoutDrain() {
        try (NodeWorld world = new NodeWorld(3, 2)) {
            world.down.add("demo-cp-2");

            world.removal().replace("demo-cp-2");

            assertThat(world.etcd).hasSize(3);
            assertThat(world.nodeNames()).hasSize(5);
        }
    }

    @Test
    void refusesToLoseTheQuorum() {
        try (NodeWorld world = new NodeWorld(3, 2)) {
            world.down.add("demo-cp-2");
            int before = world.effects().count();

            ButlerException rejection = rejected(() -> world.removal().replace("demo-cp-1"));

            assertThat(rejection.code()).isEqualTo(ErrorCode.INVALID_INPUT);
            assertThat(reasons(rejection)).contains("etcd would lose its quorum");
            assertThat(world.effects().count()).isEqualTo(before);
        }
    }

    @Test
    void refusesToRemoveTheOnlyControlPlaneAndTheLastWorker() {
        try (NodeWorld world = new NodeWorld(1, 1)) {
            assertThat(reasons(rejected(() -> world.removal().remove("demo-cp-0"))))
                    .contains("is the only control plane", "node add --role control-plane");
            assertThat(reasons(rejected(() -> world.removal().remove("demo-worker-0"))))
                    .contains("is the last worker");
        }
    }

    @Test
    void refusesToRemoveTheMachineOfTheEndpointAndReportsEveryReason() {
        try (NodeWorld world = new NodeWorld(3, 2, "ha", "10.0.0.10")) {
            world.client()
                    .resource(DrainPlanTest.pod("lonely")
                            .editSpec()
                            .withNodeName("demo-cp-0")
                            .endSpec()
                            .build())
                    .create();

            assertThat(reasons(rejected(() -> world.removal().remove("demo-cp-0"))))
                    .contains("is the address of the Kubernetes API", "no controller recreates this pod");
        }
    }

    @Test
    void namesTheKnownNodes() {
        try (NodeWorld world = new NodeWorld(1, 2)) {
            ButlerException rejection = rejected(() -> world.removal().remove("nosuch"));

            assertThat(rejection.code()).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(rejection.hint()).contains("demo-cp-0, demo-worker-0, demo-worker-1");
        }
    }

    @Test
    void refusesAnEvenNumberOfControlPlanesUnlessForced() {
        try (NodeWorld world = new NodeWorld(3, 2)) {
            assertThat(reasons(rejected(() -> world.addition().check(MachineRole.CONTROL_PLANE, 1, false))))
                    .contains("4 control planes tolerate the loss of 1, as 3 do", "--count 2");
            assertThat(world.addition().check(MachineRole.CONTROL_PLANE, 1, true))
                    .containsExactly("demo-cp-3");
        }
    }

    @Test
    void refusesAControlPlaneWhileAMemberIsDown() {
        try (NodeWorld world = new NodeWorld(3, 2)) {
            world.down.add("demo-cp-1");

            assertThat(reasons(rejected(() -> world.addition().check(MachineRole.CONTROL_PLANE, 2, false))))
                    .contains("member demo-cp-1 is not healthy", "butleradm node replace demo-cp-1");
        }
    }

    @Test
    void refusesToExtendASingleNode() {
        try (NodeWorld world = new NodeWorld(1, 1, "single-node", "10.0.0.10")) {
            assertThat(reasons(rejected(() -> world.addition().check(MachineRole.WORKER, 0, false))))
                    .contains("topology single-node", "must be at least 1");
        }
    }

    @Test
    void finishesOneOperationBeforeTheNext() {
        try (NodeWorld world = new NodeWorld(3, 2)) {
            new MachineCountEditor(world.client())
                    .start(world.bootstrap(), NodeOperation.add(MachineRole.WORKER, List.of("demo-worker-2")));

            ButlerException rejection = rejected(() -> world.removal().remove("demo-worker-0"));

            assertThat(rejection.code()).isEqualTo(ErrorCode.CONFLICT);
            assertThat(rejection).hasMessageContaining("butleradm node add --role worker --count 1");
            assertThat(world.addition().run(MachineRole.WORKER, 1, false)).containsExactly("demo-worker-2");
        }
    }

    @Test
    void anOperationIsReadAsItWasWritten() {
        NodeOperation operation = NodeOperation.add(MachineRole.CONTROL_PLANE, List.of("demo-cp-3", "demo-cp-4"));

        assertThat(NodeOperation.parse(operation.text())).isEqualTo(operation);
        assertThat(rejected(() -> NodeOperation.parse("{\"type\":\"shrink\"}"))).hasMessageContaining("not valid");
    }
}
