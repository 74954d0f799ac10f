package dev.butlerlabs.core.engine.kind;

import dev.butlerlabs.core.docker.ContainerState;
import dev.butlerlabs.core.docker.DockerEngine;
import dev.butlerlabs.core.docker.PublishedPort;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.progress.ProgressStep;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A KIND cluster on a Docker engine, identified by the owner label of its node. */
final class KindCluster {
    /** Docker Desktop publishes the actual port in this label. */
    private static final String DESKTOP_PORT = "desktop.docker.io/ports/6443/tcp";

    private final DockerEngine docker;
    private final KindState state;

    KindCluster(DockerEngine docker, KindState state) {
        this.docker = docker;
        this.state = state;
    }

    /** Creates the cluster. A complete cluster is reused; an incomplete one is recreated. */
    Kubeconfig ensure(KindOptions options, ProgressStep step) {
        Optional<ContainerState> node = node();
        if (node.isPresent() && isWhole(node.get())) {
            resume(node.get(), step);
        } else {
            node.ifPresent(half -> {
                step.waiting("removing the incomplete node %s of an earlier run".formatted(half.name()));
                docker.containers().remove(half.id());
            });
            new KindClusterCreator(options, state, docker, step).create();
        }
        return access(options.limits().command());
    }

    private void resume(ContainerState node, ProgressStep step) {
        step.waiting("reusing the node %s of an earlier run".formatted(node.name()));
        if (!node.running()) {
            docker.containers().start(node.id());
        }
    }

    private boolean isWhole(ContainerState node) {
        return docker.containers().hasFile(node.id(), KindClusterCreator.FINISHED);
    }

    /**
     * Returns the node of this cluster.
     *
     * @throws ButlerException if a container with the same name has another owner
     */
    private Optional<ContainerState> node() {
        List<ContainerState> nodes = docker.containers().labelled(state.name().clusterLabel());
        nodes.stream()
                .filter(node -> !state.owner().equals(node.labels().get(KindClusterName.OWNER_LABEL)))
                .findFirst()
                .ifPresent(foreign -> {
                    throw new ButlerException(
                            ErrorCode.FOREIGN_RESOURCE,
                            "The Docker engine at %s has a container %s that does not belong to this bootstrap."
                                    .formatted(docker.host(), foreign.name()),
                            "If it is not needed, run: kind delete cluster --name "
                                    + state.name().cluster());
                });
        return nodes.stream().findFirst();
    }

    private Kubeconfig access(Duration limit) {
        ContainerState node = node().orElseThrow(this::gone);
        String text =
                new KindNode(docker.containers(), node.id(), node.name(), limit).read("/etc/kubernetes/admin.conf");
        Kubeconfig inside = Kubeconfig.parse(text, "the kubeconfig of " + node.name());
        String context = inside.usualContext().orElseThrow(this::gone);
        String name = state.name().context();
        return inside.extract(context, name, name).withServer(name, "https://" + published(node));
    }

    private String published(ContainerState node) {
        return Optional.ofNullable(node.labels().get(DESKTOP_PORT))
                .or(() -> node.ports().stream()
                        .filter(port -> port.inside() == KubeadmConfiguration.API_PORT)
                        .map(KindCluster::authority)
                        .findFirst())
                .orElseThrow(this::gone);
    }

    private static String authority(PublishedPort port) {
        return port.address() + ":" + port.outside();
    }

    private ButlerException gone() {
        return new ButlerException(
                ErrorCode.ENGINE_FAILED,
                "The KIND node %s stopped or was removed."
                        .formatted(state.name().node()),
                "Rerun the command to recreate the engine.");
    }

    /** Deletes the cluster. Succeeds if it does not exist. */
    void remove() {
        docker.containers().labelled(state.name().clusterLabel()).stream()
                .filter(node -> state.owner().equals(node.labels().get(KindClusterName.OWNER_LABEL)))
                .forEach(node -> docker.containers().remove(node.id()));
    }
}
