package dev.butlerlabs.core.engine.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.CustomResourceTypes;
import dev.butlerlabs.core.docker.DockerEngine;
import dev.butlerlabs.core.docker.DockerStandIn;
import dev.butlerlabs.core.docker.ExecResult;
import dev.butlerlabs.core.docker.ImageName;
import dev.butlerlabs.core.docker.StandInContainer;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.progress.ProgressEvent;
import dev.butlerlabs.core.progress.ProgressReporter;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An engine on KIND, with a stand-in for Docker that keeps account of what it is asked. */
@Tag("slow")
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class KindEngineTest {
    @TempDir
    private Path home;

    private final ScriptedNode node = new ScriptedNode();
    private final List<ProgressEvent> events = new CopyOnWriteArrayList<>();
    private DockerStandIn docker;
    private Path folder;

    @BeforeEach
    void start() throws IOException {
        docker = DockerStandIn.start(node);
        docker.addImage(KindOptions.USUAL_IMAGE);
        folder = home.resolve("engine");
    }

    @AfterEach
    void stop() {
        docker.close();
    }

    private KindOptions options() {
        return KindOptions.of("demo", folder);
    }

    private KindEngine run(KindOptions options) {
        try (DockerEngine client = DockerEngine.at(docker.host())) {
            return KindEngine.start(options, client, new ProgressReporter(events::add, Clock.systemUTC()));
        }
    }

    private StandInContainer container() {
        assertThat(docker.containers()).hasSize(1);
        return docker.containers().getFirst();
    }

    @Test
    void makesANodeAsTheKindProgramWould() {
        run(options());
        assertThat(container().name()).isEqualTo("butler-demo-control-plane");
        JsonNode body = container().body();
        assertThat(body.path("Hostname").asText()).isEqualTo("butler-demo-control-plane");
        assertThat(body.path("Image").asText()).isEqualTo(KindOptions.USUAL_IMAGE.wanted());
        assertThat(body.path("Tty").asBoolean()).isTrue();
        assertThat(body.path("Labels").path("io.x-k8s.kind.cluster").asText()).isEqualTo("butler-demo");
        assertThat(body.path("Labels").path("io.x-k8s.kind.role").asText()).isEqualTo("control-plane");
        assertThat(body.path("Volumes").has("/var")).isTrue();
        assertThat(body.path("ExposedPorts").has("6443/tcp")).isTrue();
        assertThat(body.path("Env")).extracting(JsonNode::asText).contains("KUBECONFIG=/etc/kubernetes/admin.conf");
        JsonNode host = body.path("HostConfig");
        assertThat(host.path("Privileged").asBoolean()).isTrue();
        assertThat(host.path("SecurityOpt"))
                .extracting(JsonNode::asText)
                .containsExactly("seccomp=unconfined", "apparmor=unconfined");
        assertThat(host.path("Tmpfs").has("/tmp") && host.path("Tmpfs").has("/run"))
                .isTrue();
        assertThat(host.path("Binds"))
                .extracting(JsonNode::asText)
                .containsExactly("/lib/modules:/lib/modules:ro", "/dev/mapper:/dev/mapper:rw");
        assertThat(host.path("NetworkMode").asText()).isEqualTo("kind");
        assertThat(host.path("CgroupnsMode").asText()).isEqualTo("private");
        assertThat(host.path("Init").isBoolean()).isTrue();
        assertThat(host.path("Init").asBoolean()).isFalse();
        assertThat(host.path("RestartPolicy").toString()).contains("\"on-failure\"", "\"MaximumRetryCount\":1");
        assertThat(host.path("PortBindings")
                        .path("6443/tcp")
                        .path(0)
                        .path("HostIp")
                        .asText())
                .isEqualTo("127.0.0.1");
    }

    @Test
    void makesTheNetworkThatAllKindClustersShare() {
        run(options());
        JsonNode body = docker.asked("POST /networks/create").getFirst().json();
        assertThat(body.path("Name").asText()).isEqualTo("kind");
        assertThat(body.path("Driver").asText()).isEqualTo("bridge");
        assertThat(body.path("EnableIPv6").asBoolean()).isTrue();
        assertThat(body.path("IPAM").path("Config").path(0).path("Subnet").asText())
                .isEqualTo("fc00:f853:ccd:e793::/64");
        assertThat(body.path("Options").path("com.docker.network.driver.mtu").asText())
                .isEqualTo("1450");
    }

    @Test
    void takesAnotherSubnetWhereTheUsualOneIsTaken() {
        docker.refuseNext("POST /networks/create", "Pool overlaps with other one on this address space");
        run(options());
        assertThat(docker.asked("POST /networks/create"))
                .extracting(asked -> asked.json()
                        .path("IPAM")
                        .path("Config")
                        .path(0)
                        .path("Subnet")
                        .asText())
                .containsExactly(KindNetwork.subnet("kind", 0), KindNetwork.subnet("kind", 1));
    }

    @Test
    void bringsUpTheControlPlaneStepByStep() {
        run(options());
        assertThat(container().commands())
                .containsExactly(
                        "cat /kind/version",
                        "kubeadm init --config=/kind/kubeadm.conf --skip-token-print --v=6",
                        "kubectl --kubeconfig=/etc/kubernetes/admin.conf taint nodes --all"
                                + " node-role.kubernetes.io/control-plane-",
                        "kubectl --kubeconfig=/etc/kubernetes/admin.conf label nodes --all"
                                + " node.kubernetes.io/exclude-from-external-load-balancers-",
                        "cat /kind/manifests/default-cni.yaml",
                        "kubectl --kubeconfig=/etc/kubernetes/admin.conf create -f /kind/butler-cni.yaml",
                        "cat /etc/kubernetes/admin.conf");
        assertThat(container().mode("/kind/kubeadm.conf") & 0777).isEqualTo(0600);
        assertThat(container().files().get("/kind/kubeadm.conf"))
                .contains("advertiseAddress: 172.18.0.2", "clusterName: butler-demo")
                .doesNotContain("abcdef.0123456789abcdef");
        assertThat(container().files().get("/kind/butler-cni.yaml"))
                .contains("10.244.0.0/16", "CONTROL_PLANE_ENDPOINT", "butler-demo-control-plane:6443");
    }

    @Test
    void servesButlersKindsByAKubeconfigThatIsItsUsersAlone() throws IOException {
        KindEngine engine = run(options());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(engine.kubeconfig())))
                .isEqualTo("rw-------");
        assertThat(new KubeconfigFile(engine.kubeconfig()).read().currentContext())
                .contains("kind-butler-demo");
        try (KubernetesClient client = new KubeConnector("test").connect(engine.access())) {
            assertThat(client.apiextensions()
                            .v1()
                            .customResourceDefinitions()
                            .list()
                            .getItems())
                    .hasSize(CustomResourceTypes.ALL.size());
        }
    }

    @Test
    void goesOnWithTheClusterThatIsThere() {
        run(options());
        run(options());
        assertThat(docker.asked("POST /containers/create")).hasSize(1);
    }

    @Test
    void startsANodeAgainThatWasStopped() {
        run(options());
        container().close();
        run(options());
        assertThat(container().isRunning()).isTrue();
        assertThat(docker.asked("POST /containers/create")).hasSize(1);
    }

    @Test
    void makesAHalfMadeClusterAnew() {
        run(options());
        container().files().remove(KindClusterCreator.FINISHED);
        run(options());
        assertThat(container().files()).containsKey(KindClusterCreator.FINISHED);
        assertThat(docker.asked("POST /containers/create")).hasSize(2);
        assertThat(docker.asked("DELETE /containers/.*"))
                .singleElement()
                .satisfies(asked -> assertThat(asked.query()).containsKeys("force", "v"));
        assertThat(waits()).anyMatch(reason -> reason.contains("incomplete node"));
    }

    @Test
    void leavesAClusterAloneThatSomebodyElseMade() {
        docker.addForeign("butler-demo-control-plane", Map.of("io.x-k8s.kind.cluster", "butler-demo"));
        assertThatThrownBy(() -> run(options()))
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FOREIGN_RESOURCE))
                .hasMessageContaining("butler-demo-control-plane");
        KindEngine.discard(folder);
        assertThat(docker.containers()).hasSize(1);
    }

    @Test
    void keepsWhatTheNodeSaidAndRemovesItWhenItDoesNotComeUp() throws IOException {
        node.next("kubeadm", new ExecResult(1, "[init] Using Kubernetes\n", "error: etcd is unwell\n"));
        assertThatThrownBy(() -> run(options()))
                .hasMessageContainingAll(
                        "kubeadm init", "failed with exit code 1", "etcd is unwell", "kind-failure.log");
        assertThat(docker.containers()).isEmpty();
        assertThat(Files.readString(home.resolve("kind-failure.log")))
                .contains("[init] Using Kubernetes", "error: etcd is unwell", "Reached target");
        assertThat(KindEngine.isBegunIn(folder)).isFalse();
        run(options());
        assertThat(container().files()).containsKey(KindClusterCreator.FINISHED);
    }

    @Test
    void tellsWhenTheNodeDoesNotBootInTime() {
        node.boot(ScriptedNode.Boot.NEVER);
        Duration soon = Duration.ofMillis(200);
        KindTimeouts limits = new KindTimeouts(soon, soon, soon, Duration.ofSeconds(30), soon);
        assertThatThrownBy(() -> run(options().withLimits(limits)))
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT))
                .hasMessageContaining("did not start its services");
        assertThat(docker.containers()).isEmpty();
    }

    @Test
    void tellsWhenTheNodeEndsAtOnce() {
        node.boot(ScriptedNode.Boot.ENDS);
        assertThatThrownBy(() -> run(options())).hasMessageContaining("stopped during startup");
        assertThat(docker.containers()).isEmpty();
    }

    @Test
    void tellsWhatToDoWhenDockerDiesInTheMiddle() {
        node.before("kubeadm", docker::die);
        assertThatThrownBy(() -> run(options())).isInstanceOfSatisfying(ButlerException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.UNREACHABLE);
            assertThat(e).hasMessageContaining("Docker engine at " + docker.host());
            assertThat(e.hint()).contains("Start Docker and rerun the command");
        });
    }

    @Test
    void triesAnotherPortWhenTheChosenOneIsTaken() {
        docker.refuseNext("POST /containers/c1/start", "driver failed: port is already allocated");
        run(options());
        assertThat(docker.asked("POST /containers/create")).hasSize(2);
        assertThat(container().name()).isEqualTo("butler-demo-control-plane");
    }

    @Test
    void fetchesAnImageThatIsMissingAndSaysHowFarItIs() {
        KindOptions options = options().withImage(ImageName.parse("example/node:v1.31.2"));
        run(options);
        assertThat(docker.asked("POST /images/create"))
                .singleElement()
                .satisfies(asked -> assertThat(asked.query())
                        .containsEntry("fromImage", "example/node")
                        .containsEntry("tag", "v1.31.2"));
        assertThat(waits()).anyMatch(reason -> reason.contains("4/4 MiB"));
    }

    @Test
    void tellsWhatToDoWithoutTheImage() {
        docker.refuseNext("POST /images/create", "dial tcp: lookup registry: no such host");
        KindOptions options = options().withImage(ImageName.parse("example/node:v1.31.2"));
        assertThatThrownBy(() -> run(options)).isInstanceOfSatisfying(ButlerException.class, e -> {
            assertThat(e).hasMessageContaining("no such host");
            assertThat(e.hint()).contains("docker load", "--engine-image", "--engine embedded");
        });
    }

    @Test
    void letsTheNodeTrustAuthoritiesAndKnowHosts() {
        run(options()
                .withAuthorities(List.of("-----BEGIN CERTIFICATE-----\n"))
                .withHosts(Map.of("prism.example.com", "192.0.2.5", "six.example.com", "2001:db8::5")));
        assertThat(container().body().path("HostConfig").path("ExtraHosts"))
                .extracting(JsonNode::asText)
                .containsExactly("prism.example.com:192.0.2.5", "six.example.com:2001:db8::5");
        assertThat(container().files()).containsKey("/usr/local/share/ca-certificates/butler-custom-0.crt");
        assertThat(container().commands()).containsSubsequence("update-ca-certificates", kubeadm());
    }

    private static String kubeadm() {
        return "kubeadm init --config=/kind/kubeadm.conf --skip-token-print --v=6";
    }

    @Test
    void takesNothingButNamesAndAddressesForHosts() {
        Map<String, String> hosts = Map.of("$(reboot)", "192.0.2.5", "fine.example.com", "300.1.1.1");
        assertThatThrownBy(() -> options().withHosts(hosts))
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(e.problems()).hasSize(2));
    }

    @Test
    void refusesAnEngineWithoutRoot() {
        docker.becomeRootless();
        assertThatThrownBy(() -> run(options())).hasMessageContaining("runs rootless");
        assertThat(docker.asked("POST .*")).isEmpty();
    }

    @Test
    void isGoneWithItsVolumesWhenRemoved() {
        docker.addForeign("other", Map.of("io.x-k8s.kind.cluster", "other"));
        KindEngine engine = run(options());
        engine.close();
        engine.remove();
        assertThat(docker.containers()).extracting(StandInContainer::name).containsExactly("other");
        assertThat(folder).doesNotExist();
        KindEngine.discard(folder);
    }

    private List<String> waits() {
        return events.stream()
                .filter(ProgressEvent.Waiting.class::isInstance)
                .map(event -> ((ProgressEvent.Waiting) event).reason())
                .toList();
    }
}
