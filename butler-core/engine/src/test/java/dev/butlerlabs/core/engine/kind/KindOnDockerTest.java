package dev.butlerlabs.core.engine.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.docker.ContainerState;
import dev.butlerlabs.core.docker.DockerEngine;
import dev.butlerlabs.core.docker.ImageName;
import dev.butlerlabs.core.docker.TestBenchDocker;
import dev.butlerlabs.core.docker.TestNodeImage;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.testing.TestAwait;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A KIND cluster on a real Docker engine, of a node in which kubeadm and kubectl only take notes. */
@Tag("process")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class KindOnDockerTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @TempDir
    private Path home;

    private final String name = "test-" + UUID.randomUUID().toString().substring(0, 8);
    private ImageName image;
    private DockerEngine docker;
    private Path folder;

    @BeforeEach
    void connect() {
        URI host = TestBenchDocker.require();
        image = TestNodeImage.require();
        docker = DockerEngine.at(host);
        folder = home.resolve("engine");
    }

    @AfterEach
    void remove() {
        if (docker != null) {
            KindEngine.discard(folder);
            docker.close();
        }
    }

    private KindOptions options(String cluster) {
        return KindOptions.of(cluster, folder).withImage(image);
    }

    private Kubeconfig ensure(KindOptions options) {
        KindState state = KindState.readOrBegin(folder, KindClusterName.of(options.cluster()), docker.host());
        ProgressReporter progress = new ProgressReporter(Progress.unseen(), Clock.systemUTC());
        return new KindCluster(docker, state).ensure(options, progress.start("EngineStarted", ""));
    }

    private ContainerState node() {
        return docker.containers().inspect("butler-" + name + "-control-plane").orElseThrow();
    }

    private String output(String... command) {
        return docker.containers().run(node().id(), List.of(command), LIMIT).out();
    }

    @Test
    void isMadeAndEntered() {
        Kubeconfig access = ensure(options(name)
                .withAuthorities(List.of("-----BEGIN CERTIFICATE-----\n"))
                .withHosts(Map.of("prism.example.com", "192.0.2.5")));
        String context = "kind-butler-" + name;
        assertThat(access.currentContext()).contains(context);
        assertThat(access.server(context))
                .contains("https://127.0.0.1:" + node().ports().getFirst().outside());
        assertThat(output("cat", "/var/notes").lines())
                .containsExactly(
                        "update-ca-certificates butler-custom-0.crt ",
                        "kubeadm init --config=/kind/kubeadm.conf --skip-token-print --v=6",
                        "kubectl --kubeconfig=/etc/kubernetes/admin.conf taint nodes --all"
                                + " node-role.kubernetes.io/control-plane-",
                        "kubectl --kubeconfig=/etc/kubernetes/admin.conf label nodes --all"
                                + " node.kubernetes.io/exclude-from-external-load-balancers-",
                        "kubectl --kubeconfig=/etc/kubernetes/admin.conf create -f /kind/butler-cni.yaml");
        assertThat(output("stat", "-c", "%a %u", "/kind/kubeadm.conf")).isEqualTo("600 0\n");
        assertThat(output("cat", "/kind/kubeadm.conf"))
                .contains("advertiseAddress: " + node().address().orElseThrow());
        assertThat(output("cat", "/etc/hosts")).containsPattern("192\\.0\\.2\\.5\\s+prism\\.example\\.com");
        assertThat(output("hostname")).isEqualTo("butler-" + name + "-control-plane\n");
        assertThat(output("mount")).containsPattern("tmpfs on /run ").containsPattern(" on /var type ");
        assertThat(node().labels()).containsEntry("io.x-k8s.kind.cluster", "butler-" + name);
    }

    @Test
    void isGoneOnWithWhenItIsWholeAndMadeAnewWhenNot() {
        Kubeconfig first = ensure(options(name));
        String id = node().id();
        assertThat(ensure(options(name))).isEqualTo(first);
        assertThat(node().id()).isEqualTo(id);
        output("rm", KindClusterCreator.FINISHED);
        ensure(options(name));
        assertThat(node().id()).isNotEqualTo(id);
    }

    /** It ends by itself at the signal; Docker keeps it, with its port. */
    @Test
    void isStartedAgainWhenItWasStopped() {
        Kubeconfig first = ensure(options(name));
        output("kill", "1");
        awaitStop();
        assertThat(ensure(options(name))).isEqualTo(first);
        assertThat(node().running()).isTrue();
    }

    private void awaitStop() {
        TestAwait.upTo(Duration.ofMinutes(1), "the node stopped")
                .pollInterval(Duration.ofMillis(50))
                .until(() -> !node().running());
    }

    @Test
    void leavesTheStoryAndNothingElseWhenItFails() throws IOException {
        KindOptions broken = options(name + "-broken");
        assertThatThrownBy(() -> ensure(broken))
                .hasMessageContainingAll("kubeadm init", "failed with exit code 1", "etcd is unwell");
        assertThat(docker.containers().labelled(Map.of(KindClusterName.CLUSTER_LABEL, "butler-" + name + "-broken")))
                .isEmpty();
        assertThat(Files.readString(home.resolve("kind-failure.log"))).contains("[init] Using", "Reached target");
    }

    @Test
    void saysThatTheImageCannotBeHad() {
        KindOptions options = options(name).withImage(ImageName.parse("127.0.0.1:1/nothing/here:v1"));
        assertThatThrownBy(() -> ensure(options)).hasMessageContaining("Cannot pull the node image");
    }

    @Test
    void sharesItsNetworkWithOthers() {
        ensure(options(name));
        assertThat(docker.networks().named("kind"))
                .singleElement()
                .satisfies(network -> assertThat(network.subnets()).contains("fc00:f853:ccd:e793::/64"));
    }
}
