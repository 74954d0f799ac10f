package dev.butlerlabs.adm.bootstrap;

import io.grpc.Status;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Causes for which an upgrade does not start, or stops. */
final class UpgradeFaults {
    private static final String APPLY = "upgrade apply";
    /** Talos upgrades in one call up to this version, and in steps afterwards. */
    static final String OLD_TALOS = "v1.12.7";

    static final String TALOS = "v1.13.9";
    private static final String NEXT_TALOS = "v1.14.1";

    private UpgradeFaults() {}

    static List<OperationFaultCase> cases() {
        List<OperationFaultCase> cases = new ArrayList<>(before());
        cases.addAll(during());
        cases.addAll(nodes());
        return cases;
    }

    private static String apply(OperationFaultWorld world, String... words) {
        List<String> all = new ArrayList<>(List.of("upgrade", "apply", "--no-backup", "--yes"));
        all.addAll(List.of(words));
        return world.fail(all.toArray(String[]::new));
    }

    /** Causes that a command finds before it changes a node. */
    private static List<OperationFaultCase> before() {
        return List.of(
                OperationFaultCase.of(
                        "Talos does not support the requested Kubernetes version",
                        APPLY,
                        world -> apply(world, "--talos", TALOS, "--kubernetes", "v1.37.2"),
                        "1.37",
                        "Talos 1.13"),
                OperationFaultCase.of(
                        "an older Talos version is requested",
                        APPLY,
                        world -> apply(world, "--talos", OLD_TALOS),
                        "downgraded",
                        OLD_TALOS),
                OperationFaultCase.of(
                        "the version list does not contain the requested Talos version",
                        APPLY,
                        world -> apply(world, "--talos", "v1.99.0"),
                        "version list",
                        "1.99"),
                OperationFaultCase.of(
                        "clients use an API that the requested Kubernetes version removes",
                        APPLY,
                        UpgradeFaults::removedApi,
                        "flowschemas.v1beta3",
                        "1.37"),
                OperationFaultCase.of(
                        "a PodDisruptionBudget never allows a disruption",
                        APPLY,
                        world -> {
                            try (FullBudget _ = FullBudget.create(world.client())) {
                                return apply(world, "--talos", NEXT_TALOS);
                            }
                        },
                        "PodDisruptionBudget shop/web"),
                OperationFaultCase.of(
                        "another operation changes the cluster",
                        APPLY,
                        world -> world.whileLocked(_ -> apply(world, "--talos", NEXT_TALOS)),
                        "another operation",
                        "node add by process"));
    }

    private static String removedApi(OperationFaultWorld world) throws IOException {
        try (MetricsFront front = MetricsFront.start(
                world.client(),
                "apiserver_requested_deprecated_apis{group=\"flowcontrol.apiserver.k8s.io\",removed_release=\"1.37\","
                        + "resource=\"flowschemas\",subresource=\"\",version=\"v1beta3\"} 1\n")) {
            return world.failWith(
                    world.tool(),
                    front.kubeconfig(world.file("with-metrics")),
                    "upgrade",
                    "apply",
                    "--talos",
                    NEXT_TALOS,
                    "--kubernetes",
                    "v1.37.2",
                    "--talosconfig",
                    world.cluster().talosconfig().toString(),
                    "--no-backup",
                    "--yes");
        }
    }

    /** Causes that stop an upgrade and leave every node as it was. */
    private static List<OperationFaultCase> during() {
        return List.of(
                OperationFaultCase.of(
                        "another control plane node is off, so that etcd would lose its quorum",
                        APPLY,
                        world -> world.whileOff("demo-cp-2", _ -> world.failUpgrade(NEXT_TALOS)),
                        "demo-cp-2",
                        "the machine is unreachable"),
                OperationFaultCase.of(
                        "the registry does not have the installer image",
                        APPLY,
                        world -> {
                            world.cluster()
                                    .machine("demo-cp-0")
                                    .faults()
                                    .fail(
                                            "Pull",
                                            Status.NOT_FOUND.withDescription(
                                                    "failed to resolve image: ghcr.io/siderolabs/installer:v1.14.1: not found"),
                                            1);
                            return world.failUpgrade(NEXT_TALOS);
                        },
                        "installer:v1.14.1",
                        "not found"),
                OperationFaultCase.of(
                        "the boot partition of a node is full",
                        APPLY,
                        world -> {
                            world.cluster().order("update:disk-full@demo-cp-0");
                            return world.failUpgrade(NEXT_TALOS);
                        },
                        "no space left on device",
                        "demo-cp-0"));
    }

    /** Causes after which a node has to be repaired. */
    private static List<OperationFaultCase> nodes() {
        return List.of(
                node("the installer on a node hangs", "update:upgrade-hang@demo-cp-0", "demo-cp-0", "is upgrading"),
                node(
                        "a node returns to its previous Talos version because the new one does not boot",
                        "update:upgrade-fallback@demo-cp-0",
                        "demo-cp-0",
                        "did not start Talos v1.13.9 and runs v1.12.7 again"),
                node(
                        "a node does not come back after its upgrade",
                        "update:upgrade-no-boot@demo-cp-0",
                        "demo-cp-0",
                        "the machine is unreachable"),
                node(
                        "the kubelet does not start with its new version",
                        "update:kubelet-hang@demo-cp-0",
                        "demo-cp-0",
                        "kubelet not running"),
                node(
                        "etcd does not start after the upgrade of a node",
                        "boot:etcd-stopped@demo-cp-0",
                        "demo-cp-0",
                        "etcd not running"));
    }

    private static OperationFaultCase node(String cause, String fault, String... named) {
        return OperationFaultCase.destructive(
                cause,
                APPLY,
                world -> {
                    world.cluster().order(fault);
                    return world.failUpgrade(TALOS);
                },
                named);
    }
}
