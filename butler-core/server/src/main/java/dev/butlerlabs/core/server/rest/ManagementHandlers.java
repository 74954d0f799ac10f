package dev.butlerlabs.core.server.rest;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ClusterBootstrapStatus;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import dev.butlerlabs.core.kube.UndecodableObject;
import dev.butlerlabs.core.server.route.ApiCall;
import dev.butlerlabs.core.server.view.ItemLists.ManagementCertificateList;
import dev.butlerlabs.core.server.view.ItemLists.NodeList;
import dev.butlerlabs.core.server.view.ItemLists.PodList;
import dev.butlerlabs.core.server.view.ManagementViewBuilder;
import dev.butlerlabs.core.server.view.NodeRowBuilder;
import dev.butlerlabs.core.server.view.PlatformViews.ManagementView;
import dev.butlerlabs.core.server.view.PlatformViews.NodeRow;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The state of the management cluster, as far as the user may read it. */
public final class ManagementHandlers {
    private static final String CONTROLLERS = "butler-controllers";

    private final String clusterName;

    public ManagementHandlers(String clusterName) {
        this.clusterName = clusterName;
    }

    public ManagementView management(ApiCall call) {
        return management(call.kubernetes());
    }

    ManagementView management(KubernetesClient client) {
        String version = KubeErrorMapper.translating(
                        client, "reading the version of the server", client::getKubernetesVersion)
                .getGitVersion();
        return ManagementViewBuilder.view(
                clusterName,
                version,
                ClusterHandlers.unlessDenied(() -> nodes(client)),
                ClusterHandlers.unlessDenied(() -> controllers(client)),
                bootstrap(client));
    }

    private static Optional<Deployment> controllers(KubernetesClient client) {
        return KubeErrorMapper.translating(
                client,
                "reading the Deployment of the controllers",
                () -> Optional.ofNullable(client.apps()
                        .deployments()
                        .inNamespace(Namespaces.SYSTEM)
                        .withName(CONTROLLERS)
                        .get()));
    }

    private static Optional<ClusterBootstrapStatus> bootstrap(KubernetesClient client) {
        return unlessAbsent(() -> bootstraps(client)).orElse(List.of()).stream()
                .flatMap(bootstrap -> Optional.ofNullable(bootstrap.getStatus()).stream())
                .findFirst();
    }

    static List<ClusterBootstrap> bootstraps(KubernetesClient client) {
        return KubeErrorMapper.translating(
                        client,
                        "listing ClusterBootstraps",
                        () -> LenientDecoder.over(client)
                                .resources(ClusterBootstrap.class)
                                .inAnyNamespace()
                                .list()
                                .getItems())
                .stream()
                .filter(bootstrap -> UndecodableObject.of(bootstrap).isEmpty())
                .toList();
    }

    static <T> Optional<T> unlessAbsent(Supplier<T> read) {
        try {
            return Optional.of(read.get());
        } catch (ButlerException e) {
            if (e.kind() == ErrorKind.DENIED || e.kind() == ErrorKind.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    public NodeList nodes(ApiCall call) {
        return new NodeList(nodes(call.kubernetes()));
    }

    private static List<NodeRow> nodes(KubernetesClient client) {
        return KubeErrorMapper.translating(
                        client, "listing nodes", () -> client.nodes().list().getItems())
                .stream()
                .map(NodeRowBuilder::node)
                .toList();
    }

    public ManagementCertificateList certificates(ApiCall call) {
        return new ManagementCertificateReader(call.kubernetes()).read();
    }

    public PodList pods(ApiCall call) {
        return new PodList(KubeErrorMapper.translating(
                        call.kubernetes(),
                        "listing pods",
                        () -> call.kubernetes()
                                .pods()
                                .inNamespace(call.path("ns"))
                                .list()
                                .getItems())
                .stream()
                .map(NodeRowBuilder::pod)
                .toList());
    }
}
