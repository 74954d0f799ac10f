package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.sim.fault.FaultSpec;
import java.util.List;

/** Causes for which a change of the nodes fails. Those at the end leave an operation that is not finished. */
final class NodeFaults {
    private static final int OFTEN = 999_999;
    private static final String WORKER = "demo-worker-0";

    private NodeFaults() {}

    static List<OperationFaultCase> cases() {
        return List.of(
                OperationFaultCase.of(
                        "the node does not exist",
                        "node drain",
                        world -> world.fail("node", "drain", "demo-worker-7"),
                        "demo-worker-7",
                        "Known nodes"),
                OperationFaultCase.of(
                        "no controller recreates a pod of the node",
                        "node drain",
                        world -> {
                            try (FullBudget budget = FullBudget.create(world.client())) {
                                budget.withPod(WORKER);
                                return world.fail("node", "drain", WORKER);
                            }
                        },
                        "shop/web",
                        "--force"),
                OperationFaultCase.of(
                        "a PodDisruptionBudget does not allow an eviction in time",
                        "node drain",
                        NodeFaults::blockedDrain,
                        "shop/web",
                        "disruption budget"),
                OperationFaultCase.of(
                        "the node is the last worker",
                        "node remove",
                        world -> world.fail("node", "remove", WORKER, "--yes"),
                        "last worker"),
                OperationFaultCase.of(
                        "the number of control plane nodes would be even",
                        "node add",
                        world -> world.fail("node", "add", "--role", "control-plane"),
                        "4 control planes"),
                OperationFaultCase.of(
                        "etcd would lose its quorum without the node",
                        "node remove",
                        world -> world.whileOff("demo-cp-2", _ -> world.fail("node", "remove", "demo-cp-1", "--yes")),
                        "demo-cp-1",
                        "quorum"),
                OperationFaultCase.of(
                        "etcd would lose its quorum while the node restarts",
                        "node reboot",
                        world -> world.whileOff("demo-cp-2", _ -> world.fail("node", "reboot", "demo-cp-1", "--yes")),
                        "demo-cp-1",
                        "quorum"),
                OperationFaultCase.of(
                        "a member of etcd is not healthy",
                        "node add",
                        world -> world.whileOff(
                                "demo-cp-2", _ -> world.fail("node", "add", "--role", "control-plane", "--count", "2")),
                        "demo-cp-2",
                        "not healthy"),
                OperationFaultCase.lasting(
                        "the controllers do not run",
                        "node add",
                        world -> world.fail("node", "add", "--role", "worker", "--timeout", "3s"),
                        "demo-worker-1",
                        "controllers"),
                OperationFaultCase.lasting(
                        "no quota for the machine", "node add", NodeFaults::quota, "demo-worker-1", "insufficient"),
                OperationFaultCase.lasting(
                        "the credentials of the provider are revoked while a machine is replaced",
                        "node replace",
                        NodeFaults::revoked,
                        "demo-worker-1",
                        "rejected the username and password"),
                OperationFaultCase.lasting(
                        "an earlier operation on the nodes is not finished",
                        "node remove",
                        world -> world.fail("node", "remove", WORKER, "--yes"),
                        "butleradm node replace demo-worker-1"),
                OperationFaultCase.lasting(
                        "an operation on the nodes is not finished",
                        "upgrade apply",
                        world -> world.fail("upgrade", "apply", "--talos", "v1.14.1", "--no-backup", "--yes"),
                        "operation on the nodes",
                        "butleradm node replace demo-worker-1"),
                OperationFaultCase.destructive(
                        "the etcd member of a new control plane node stays a learner",
                        "node replace",
                        world -> {
                            world.cluster().order("boot:stuck-learner@demo-cp-2");
                            world.startControllers();
                            return world.fail("node", "replace", "demo-cp-2", "--yes", "--timeout", "45s");
                        },
                        "demo-cp-2",
                        "learner"));
    }

    private static String blockedDrain(OperationFaultWorld world) {
        try (FullBudget budget = FullBudget.create(world.client())) {
            budget.withPod(WORKER);
            return world.fail("node", "drain", WORKER, "--force", "--timeout", "2s");
        } finally {
            world.succeed("node", "uncordon", WORKER);
        }
    }

    /** The operation is complete afterwards. */
    private static String quota(OperationFaultWorld world) {
        world.cluster().infrastructure().faults().order(fault("create:quota@worker-1*" + OFTEN));
        world.startControllers();
        String message = world.fail("node", "add", "--role", "worker", "--timeout", "40s");
        world.cluster().infrastructure().faults().clear();
        world.succeed("node", "add", "--role", "worker", "--timeout", "2m");
        return message;
    }

    private static String revoked(OperationFaultWorld world) {
        world.cluster().infrastructure().faults().order(fault("any:unauthorized*" + OFTEN));
        String message = world.fail("node", "replace", "demo-worker-1", "--yes", "--timeout", "6s");
        world.cluster().infrastructure().faults().clear();
        return message;
    }

    private static FaultSpec fault(String text) {
        return FaultSpec.parse(text);
    }
}
