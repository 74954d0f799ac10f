package dev.butlerlabs.core.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import io.fabric8.kubernetes.api.model.Node;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
final class NodeRebootTest {
    private static NodeReboot reboot(NodeWorld world) {
        NodeOperationTools tools = world.tools();
        return new NodeReboot(
                tools.cluster(),
                tools.machines(),
                new NodeCordonClient(world.client()),
                new NodeDrainer(world.client(), world.clock, duration -> world.clock.pass(duration.toSeconds())),
                NodeWorld.DRAIN);
    }

    private static Node node(NodeWorld world, String name) {
        return world.client().nodes().withName(name).require();
    }

    @Test
    void drainsRebootsOnceAndUncordons() {
        try (NodeWorld world = new NodeWorld(3, 2)) {
            world.client()
                    .resource(DrainPlanTest.owned("web", "ReplicaSet").build())
                    .create();
            NodeReboot reboot = reboot(world);
            reboot.check("demo-worker-1");

            reboot.run("demo-worker-1", world.tools().loop());

            assertThat(world.story).containsExactly("rebooted demo-worker-1");
            assertThat(world.client().pods().inAnyNamespace().list().getItems()).isEmpty();
            assertThat(NodeCordonClient.isCordoned(node(world, "demo-worker-1")))
                    .isFalse();
        }
    }

    @Test
    void leavesANodeCordonedThatAUserCordoned() {
        try (NodeWorld world = new NodeWorld(3, 2)) {
            new NodeCordonClient(world.client()).cordon("demo-worker-1");

            reboot(world).run("demo-worker-1", world.tools().loop());

            assertThat(NodeCordonClient.isCordoned(node(world, "demo-worker-1")))
                    .isTrue();
        }
    }

    @Test
    void uncordonsANodeThatAnInterruptedRebootCordoned() {
        try (NodeWorld world = new NodeWorld(3, 2)) {
            new NodeCordonClient(world.client()).cordonFor("demo-worker-1", "reboot");

            reboot(world).run("demo-worker-1", world.tools().loop());

            assertThat(NodeCordonClient.isCordoned(node(world, "demo-worker-1")))
                    .isFalse();
        }
    }

    @Test
    void refusesAControlPlaneWithoutWhichEtcdLosesItsQuorum() {
        try (NodeWorld world = new NodeWorld(3, 2)) {
            reboot(world).check("demo-cp-0");
            world.down.add("demo-cp-2");

            ButlerException rejection = catchThrowableOfType(
                    ButlerException.class, () -> reboot(world).check("demo-cp-0"));

            assertThat(rejection.code()).isEqualTo(ErrorCode.CONFLICT);
            assertThat(rejection).hasMessageContaining("etcd would lose its quorum: 1 of 3");
        }
    }
}
