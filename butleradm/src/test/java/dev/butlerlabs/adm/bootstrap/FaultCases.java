package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.state.RunLock;
import dev.butlerlabs.sim.infrastructure.LoopbackHost;
import io.grpc.Status;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** What can go wrong with a bootstrap, as far as it can be made to. */
final class FaultCases {
    private static final String NOBODY = "00000000-0000-4000-8000-000000000000";
    private static final int OFTEN = 999_999;
    private static final String TALOS = "version: v1.12.1";

    private FaultCases() {}

    static List<FaultCase> all() {
        return Stream.of(file(), beforehand(), infrastructure(), machines(), cluster(), here())
                .flatMap(List::stream)
                .toList();
    }

    private static FaultCase fault(String cause, FaultCase.Happening happening, String... named) {
        return new FaultCase(cause, List.of(named), happening);
    }

    /** In the operator's file. */
    private static List<FaultCase> file() {
        return List.of(
                fault(
                        "the file names a secret that is not in the environment",
                        world -> world.edit("password: ${PRISM_PASSWORD}", "password: ${PRISM_SECRET}")
                                .plan(),
                        "PRISM_SECRET"),
                fault(
                        "a key in the file is misspelt",
                        world -> world.edit("replicas: 1, cpu: 4", "replica: 1, cpu: 4")
                                .plan(),
                        "replica",
                        "replicas"),
                fault(
                        "the file is not YAML",
                        world -> world.edit("provider: nutanix", "provider: [nutanix")
                                .plan(),
                        "bootstrap.yaml"),
                fault(
                        "an even number of control planes",
                        world -> world.edit("replicas: 1, cpu: 4", "replicas: 2, cpu: 4")
                                .plan(),
                        "controlPlane.replicas"),
                fault(
                        "user data is requested, but the API endpoint is not known in time",
                        world -> world.edit("topology: ha", "topology: single-node")
                                .edit("vip:", "mtu: 1500 #")
                                .edit(TALOS, TALOS + "\n  configDelivery: userData")
                                .plan(),
                        "talos.configDelivery",
                        "network.vip"),
                fault(
                        "the virtual IP address is invalid",
                        world -> world.with("vip", "10.0.0.256").plan(),
                        "10.0.0.256"));
    }

    /** Found before anything is made. */
    private static List<FaultCase> beforehand() {
        return List.of(
                fault(
                        "wrong credentials",
                        world -> world.with("password", "wrong").preflight(),
                        "rejected the username and password"),
                fault(
                        "the infrastructure's port is closed",
                        world -> world.with("port", "1").preflight(),
                        "127.0.0.1:1",
                        "connection"),
                fault(
                        "a certificate that the file's authority did not sign",
                        world -> world.with("ca.pem", FaultFiles.otherAuthority())
                                .preflight(),
                        "certificate"),
                fault(
                        "an image that does not exist",
                        world -> world.with("imageUUID", NOBODY).preflight(),
                        "image",
                        NOBODY),
                fault(
                        "a network that does not exist",
                        world -> world.with("subnetUUID", NOBODY).preflight(),
                        "subnet",
                        NOBODY),
                fault(
                        "a cluster that does not exist",
                        world -> world.with("clusterUUID", NOBODY).preflight(),
                        "cluster",
                        NOBODY),
                fault(
                        "a machine of another owner has the name",
                        world -> {
                            world.prism().plantForeign("demo-cp-0");
                            world.preflight();
                        },
                        "demo-cp-0"));
    }

    /** While machines are asked for. */
    private static List<FaultCase> infrastructure() {
        return List.of(
                fault(
                        "no quota for a machine",
                        world -> world.outside("create:quota@worker-0*" + OFTEN).bootstrap(),
                        "demo-worker-0",
                        "quota"),
                fault(
                        "a machine never gets an address",
                        world -> world.outside("boot:no-address@cp-0*" + OFTEN).bootstrap(),
                        "demo-cp-0",
                        "address"),
                fault(
                        "credentials are revoked while machines are created",
                        world -> world.at("MachinesRunning", () -> world.outside("any:unauthorized*" + OFTEN))
                                .outside("boot:slow-boot*2")
                                .bootstrap(),
                        "credentials"),
                fault(
                        "the infrastructure throttles every request",
                        world -> world.start().outside("any:throttle*" + OFTEN).bootstrap(),
                        "too many"),
                fault(
                        "the infrastructure answers with server errors",
                        world -> world.outside("any:error-storm*" + OFTEN).bootstrap(),
                        "error"),
                fault(
                        "the infrastructure becomes unreachable",
                        world -> world.at(
                                        "MachinesRequested", () -> world.prism().close())
                                .bootstrap(),
                        "127.0.0.1"),
                fault(
                        "a machine of another owner appears with the name",
                        world -> {
                            world.prism().plantForeign("demo-cp-0");
                            world.bootstrap();
                        },
                        "demo-cp-0",
                        "without the ownership tag"),
                fault(
                        "a machine disappears after it ran",
                        world -> world.hosts(new LoopbackHost())
                                .at("TalosConfigured", () -> world.prism().vanish("demo-worker-0"))
                                .bootstrap(),
                        "demo-worker-0",
                        "no longer exists"));
    }

    /** While machines become a cluster. */
    private static List<FaultCase> machines() {
        return List.of(
                fault(
                        "a machine does not respond on the Talos port",
                        world -> world.hosts(new LoopbackHost()).bootstrap(),
                        "demo-cp-0",
                        "the machine is unreachable"),
                fault(
                        "a firewall blocks the Talos port",
                        world -> world.options(options -> options.withPorts(1, 6443))
                                .bootstrap(),
                        "demo-cp-0",
                        ":1"),
                fault(
                        "Talos rejects its configuration",
                        world -> refusing(world)
                                .edit(TALOS, TALOS + "\n  configDelivery: maintenance")
                                .bootstrap(),
                        "demo-",
                        "machine.nonsense"),
                fault(
                        "the image does not read user data, and Talos rejects its configuration",
                        world -> refusing(world)
                                .inside("boot:ignores-user-data*" + OFTEN)
                                .bootstrap(),
                        "demo-",
                        "user data",
                        "machine.nonsense"),
                fault(
                        "the clock of a machine is not set",
                        world -> world.eachNode(node ->
                                        node.faults().fail("Bootstrap", unready("time is not in sync yet"), OFTEN))
                                .bootstrap(),
                        "time is not in sync"),
                fault(
                        "this machine's clock is a week ahead",
                        world -> {
                            world.clock().put(Duration.ofDays(7));
                            world.bootstrap();
                        },
                        "clock"),
                fault(
                        "the cluster's certificates have expired",
                        world -> {
                            FaultFiles.bootstrapUntil(world, "MachinesRequested");
                            world.clock().put(Duration.ofDays(20 * 365));
                            world.bootstrap();
                        },
                        "expired"),
                fault(
                        "the state of an earlier run is lost, and its machines exist",
                        world -> {
                            FaultFiles.bootstrapUntil(world, "EtcdBootstrapped");
                            world.cluster().discardEngine();
                            world.bootstrap();
                        },
                        "demo-cp-0",
                        "another cluster"));
    }

    private static FaultWorld refusing(FaultWorld world) {
        return world.eachNode(node ->
                node.faults().fail("ApplyConfiguration", refused("unknown keys found: machine.nonsense"), OFTEN));
    }

    private static Status refused(String words) {
        return Status.INVALID_ARGUMENT.withDescription(words);
    }

    private static Status unready(String words) {
        return Status.FAILED_PRECONDITION.withDescription(words);
    }

    /** In the new cluster. */
    private static List<FaultCase> cluster() {
        return List.of(
                fault(
                        "a firewall blocks the port of the Kubernetes API",
                        world -> world.options(options -> options.withPorts(50_000, 6444))
                                .bootstrap(),
                        ":6444"),
                fault(
                        "the image of an addon is not found",
                        world -> world.inside("boot:image-not-found@kube-vip*" + OFTEN)
                                .bootstrap(),
                        "kube-vip",
                        "image"),
                fault(
                        "a chart cannot be installed",
                        world ->
                                world.inside("boot:job-failure@cilium*" + OFTEN).bootstrap(),
                        "cilium",
                        "fail"),
                fault(
                        "the installation of a chart hangs",
                        world -> world.machines(options -> options.withJobs(FaultFiles.endlessJobs()))
                                .bootstrap(),
                        "gateway-api",
                        "it is running"),
                fault(
                        "the network of the cluster does not come up",
                        world -> world.inside("boot:image-not-found@cilium*" + OFTEN)
                                .bootstrap(),
                        "cilium",
                        "image"),
                fault(
                        "the virtual IP address is in use",
                        world -> {
                            try (ServerSocket taken = new ServerSocket()) {
                                taken.bind(new InetSocketAddress(world.setting("vip"), 6443));
                                world.bootstrap();
                            }
                        },
                        "endpoint"));
    }

    /** On this machine. */
    private static List<FaultCase> here() {
        return List.of(
                fault(
                        "another run works on the cluster",
                        world -> {
                            try (RunLock _ = RunLock.take(world.cluster(), Clock.systemUTC())) {
                                world.bootstrap();
                            }
                        },
                        "another run",
                        "process"),
                fault("no space on the disk of the state directory", FaultFiles::fillDisk, "no space left"),
                fault("the state directory is damaged", FaultFiles::damageEngine, "damaged"),
                fault(
                        "a file exists at the path of the state directory",
                        world -> {
                            Files.createDirectories(world.cluster().home());
                            Files.writeString(world.cluster().home().resolve("clusters"), "");
                            world.bootstrap();
                        },
                        "clusters"),
                fault(
                        "the kubeconfig cannot be written",
                        world -> {
                            Files.createDirectories(world.cluster().kubeconfig().resolve("occupied"));
                            world.bootstrap();
                        },
                        "demo-kubeconfig"),
                fault("the engine is killed", FaultFiles::killEngine, "engine"));
    }
}
