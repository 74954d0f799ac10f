package dev.butlerlabs.core.server.view;

import dev.butlerlabs.core.api.ClusterBootstrapStatus;
import dev.butlerlabs.core.server.view.PlatformViews.ControllersState;
import dev.butlerlabs.core.server.view.PlatformViews.ManagementView;
import dev.butlerlabs.core.server.view.PlatformViews.NodeRow;
import dev.butlerlabs.core.server.view.PlatformViews.ProblemRow;
import dev.butlerlabs.core.server.view.PlatformViews.ReadyCount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Evaluates the state of a management cluster from what the user may read. Pure functions. */
public final class ManagementViewBuilder {
    private ManagementViewBuilder() {}

    /**
     * Returns the state.
     *
     * @param nodes empty if the user may not read them
     * @param controllers empty if the user may not read their Deployment; empty inside if it does not exist
     */
    public static ManagementView view(
            String name,
            String version,
            Optional<List<NodeRow>> nodes,
            Optional<Optional<Deployment>> controllers,
            Optional<ClusterBootstrapStatus> bootstrap) {
        List<ProblemRow> problems = new ArrayList<>();
        nodes.orElse(List.of()).stream()
                .filter(node -> !node.ready())
                .forEach(node -> problems.add(error("Node " + node.name(), String.join(" ", node.problems()))));
        controllers
                .filter(found -> !isReady(found))
                .ifPresent(found -> problems.add(error(
                        "Deployment butler-system/butler-controllers",
                        found.isPresent() ? "The controllers are not ready." : "The controllers are not installed.")));
        bootstrap
                .flatMap(status -> Optional.ofNullable(status.failureMessage()))
                .filter(text -> !text.isEmpty())
                .ifPresent(text -> problems.add(error("Bootstrap", text)));
        boolean known = nodes.isPresent() || controllers.isPresent();
        return new ManagementView(
                name,
                version,
                talos(nodes),
                bootstrap.map(ClusterBootstrapStatus::phase),
                problems.isEmpty() ? (known ? "Healthy" : "Unknown") : "Degraded",
                problems,
                nodes.map(list -> new ReadyCount(
                        (int) list.stream().filter(NodeRow::ready).count(), list.size())),
                controllers.map(
                        found -> new ControllersState(isReady(found), found.flatMap(ManagementViewBuilder::version))));
    }

    private static ProblemRow error(String subject, String message) {
        return new ProblemRow("Error", subject, message, Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static boolean isReady(Optional<Deployment> controllers) {
        return controllers
                .map(Deployment::getStatus)
                .map(status -> status.getReadyReplicas())
                .filter(ready -> ready > 0)
                .isPresent();
    }

    /** Returns the tag of the image. */
    private static Optional<String> version(Deployment deployment) {
        return deployment.getSpec().getTemplate().getSpec().getContainers().stream()
                .findFirst()
                .map(container -> container.getImage())
                .filter(image -> image.lastIndexOf(':') > image.lastIndexOf('/'))
                .map(image -> image.substring(image.lastIndexOf(':') + 1).split("@", 2)[0]);
    }

    /** Talos names itself and its version as the operating system of a node: {@code Talos (v1.13.0)}. */
    private static Optional<String> talos(Optional<List<NodeRow>> nodes) {
        return nodes.orElse(List.of()).stream()
                .map(NodeRow::os)
                .filter(os -> os.startsWith("Talos (") && os.endsWith(")"))
                .map(os -> os.substring("Talos (".length(), os.length() - 1))
                .findFirst();
    }
}
