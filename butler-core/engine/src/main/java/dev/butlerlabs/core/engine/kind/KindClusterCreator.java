package dev.butlerlabs.core.engine.kind;

import dev.butlerlabs.core.docker.ArchiveFile;
import dev.butlerlabs.core.docker.ContainerSpec;
import dev.butlerlabs.core.docker.ContainerState;
import dev.butlerlabs.core.docker.DockerEngine;
import dev.butlerlabs.core.docker.DockerEngineInfo;
import dev.butlerlabs.core.docker.ImageName;
import dev.butlerlabs.core.docker.LogSearchResult;
import dev.butlerlabs.core.docker.NetworkState;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.progress.ProgressStep;
import dev.butlerlabs.core.retry.CallRetrier;
import dev.butlerlabs.core.retry.CallRetryPolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Creates a KIND cluster with one node and waits until its control plane is available. */
final class KindClusterCreator {
    /** Marks a complete node. Written last, so that an incomplete cluster is never reused. */
    static final String FINISHED = "/kind/butler-finished";

    private static final Pattern BOOTED = Pattern.compile("Reached target .*Multi-User System.*|detected cgroup v1");
    private static final Pattern PORT_TAKEN = Pattern.compile("(?i)port is already allocated|address already in use");
    /** Another process can take the selected port before the container does. */
    private static final CallRetrier PORTS =
            new CallRetrier(CallRetryPolicy.on(failure -> failure instanceof ButlerException e
                            && PORT_TAKEN.matcher(e.getMessage()).find())
                    .withAttempts(3));

    private static final String CONFIGURATION = "/kind/kubeadm.conf";
    private static final String CNI = "/kind/manifests/default-cni.yaml";
    private static final String FITTED_CNI = "/kind/butler-cni.yaml";

    private final KindOptions options;
    private final KindState state;
    private final DockerEngine docker;
    private final ProgressStep step;

    KindClusterCreator(KindOptions options, KindState state, DockerEngine docker, ProgressStep step) {
        this.options = options;
        this.state = state;
        this.docker = docker;
        this.step = step;
    }

    /** Creates the cluster. On a failure the logs of the node are saved and the node is removed. */
    void create() {
        requireUsable();
        DockerEngineInfo facts = docker.facts();
        requireRoot(facts);
        ensureImage();
        String network = options.variable("KIND_EXPERIMENTAL_DOCKER_NETWORK").orElse("kind");
        NetworkState reach = new KindNetwork(docker.networks(), network).ensure();
        KindNode node = start(facts, network, reach);
        try {
            fill(node, facts);
        } catch (ButlerException e) {
            throw new KindFailure(docker.containers(), node, options.directory()).cleanedUp(e);
        }
    }

    private void requireUsable() {
        if (!docker.version().speaks(1, 41)) {
            throw new ButlerException(
                    ErrorCode.DOCKER_REFUSED,
                    "The Docker engine at %s is too old for KIND: it supports API %s, but 1.41 is required."
                            .formatted(docker.host(), docker.version().api()),
                    "Upgrade Docker to 20.10 or newer, or run without Docker: --engine embedded");
        }
    }

    private void requireRoot(DockerEngineInfo facts) {
        if (facts.isRootless()) {
            throw new ButlerException(
                    ErrorCode.DOCKER_REFUSED,
                    "The Docker engine at %s runs rootless, which Butler does not support for KIND clusters."
                            .formatted(docker.host()),
                    "Use an engine that runs as root, or run without Docker: --engine embedded");
        }
    }

    private void ensureImage() {
        ImageName image = options.image();
        if (docker.images().has(image)) {
            return;
        }
        step.waiting("pulling the node image " + image);
        try {
            docker.images()
                    .pull(
                            image,
                            options.limits().pull(),
                            much -> step.waiting("pulling the node image %s: %s".formatted(image, much)));
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.UNREACHABLE || e.code() == ErrorCode.CANCELLED) {
                throw e;
            }
            throw new ButlerException(
                    e.code(),
                    "Cannot pull the node image. " + e.getMessage(),
                    "Load it with 'docker load', specify another one with --engine-image, or run without Docker: --engine embedded",
                    List.of(),
                    e);
        }
    }

    /** Selects the port here and not in Docker, so that it stays the same after a restart of the node. */
    private KindNode start(DockerEngineInfo facts, String network, NetworkState reach) {
        step.waiting("starting the node " + state.name().node());
        return PORTS.call(() -> startOnce(NodeContainer.of(options, state, facts, network, reach, freePort())));
    }

    private KindNode startOnce(ContainerSpec container) {
        String id = docker.containers().create(container);
        try {
            docker.containers().start(id);
            return new KindNode(
                    docker.containers(),
                    id,
                    state.name().node(),
                    options.limits().command());
        } catch (ButlerException e) {
            remove(id, e);
            throw e;
        }
    }

    private void remove(String id, ButlerException cause) {
        try {
            docker.containers().remove(id);
        } catch (ButlerException e) {
            cause.addSuppressed(e);
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "No free port found on this machine.", e);
        }
    }

    private void fill(KindNode node, DockerEngineInfo facts) {
        awaitBoot(node);
        KindNodeVersion version = KindNodeVersion.parse(node.read("/kind/version"));
        trust(node);
        node.write(new ArchiveFile(CONFIGURATION, configuration(node, version, facts), false));
        step.waiting("creating the control plane of Kubernetes " + version.text());
        node.run(
                options.limits().init(), "kubeadm", "init", "--config=" + CONFIGURATION, "--skip-token-print", "--v=6");
        openForPods(node);
        node.write(new ArchiveFile(FINISHED, state.owner() + "\n", true));
    }

    private void awaitBoot(KindNode node) {
        step.waiting("waiting for the services of the node");
        LogSearchResult log =
                docker.containers().awaitLog(node.id(), BOOTED, options.limits().boot());
        if (!log.found()) {
            throw new ButlerException(
                    log.ended() ? ErrorCode.ENGINE_FAILED : ErrorCode.TIMEOUT,
                    log.ended()
                            ? "The KIND node %s stopped during startup."
                                    .formatted(state.name().node())
                            : "The KIND node %s did not start its services within %d s."
                                    .formatted(
                                            state.name().node(),
                                            options.limits().boot().toSeconds()),
                    ErrorCode.ENGINE_FAILED.remedy());
        }
    }

    /** Installs CA certificates before the node pulls anything, since programs read them only once. */
    private void trust(KindNode node) {
        if (options.authorities().isEmpty()) {
            return;
        }
        List<ArchiveFile> files = new ArrayList<>();
        for (String certificate : options.authorities()) {
            String path = "/usr/local/share/ca-certificates/butler-custom-%d.crt".formatted(files.size());
            files.add(new ArchiveFile(path, certificate, true));
        }
        node.write(files);
        node.run("update-ca-certificates");
    }

    private String configuration(KindNode node, KindNodeVersion version, DockerEngineInfo facts) {
        String address = docker.containers()
                .inspect(node.id())
                .flatMap(ContainerState::address)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.ENGINE_FAILED,
                        "The KIND node %s has no address."
                                .formatted(state.name().node())));
        return new KubeadmConfiguration(
                        state.name(),
                        version,
                        address,
                        BootstrapToken.fresh(),
                        facts.cgroupVersion().equals("1"))
                .text();
    }

    /**
     * Makes the node ready for pods, as KIND does for a single node. Butler runs nothing there, but users inspect the cluster and
     * load images into it. Storage is not installed, since no component requires it.
     */
    private void openForPods(KindNode node) {
        step.waiting("installing the pod network");
        node.kubectl("taint", "nodes", "--all", "node-role.kubernetes.io/control-plane-");
        node.kubectl("label", "nodes", "--all", "node.kubernetes.io/exclude-from-external-load-balancers-");
        if (node.has(CNI)) {
            String endpoint = state.name().node() + ":" + KubeadmConfiguration.API_PORT;
            String fitted = CniManifest.fitted(node.read(CNI), KubeadmConfiguration.POD_SUBNET, endpoint);
            node.write(new ArchiveFile(FITTED_CNI, fitted, true));
            node.kubectl("create", "-f", FITTED_CNI);
        }
    }
}
