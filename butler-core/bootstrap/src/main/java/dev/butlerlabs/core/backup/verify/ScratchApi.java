package dev.butlerlabs.core.backup.verify;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.backup.content.ResourceType;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** A Kubernetes API in memory, on a port of 127.0.0.1, that accepts the objects of a backup. It is empty again when it is closed. */
final class ScratchApi implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final EmbeddedApiServer server;
    private final KubernetesClient client;

    private ScratchApi(EmbeddedApiServer server) {
        this.server = server;
        this.client = new KubeConnector("butleradm", LIMIT, LIMIT)
                .connect(Kubeconfig.parse(server.kubeconfig(), "scratch API"));
    }

    /** Starts an API with Butler's CRDs and with CRDs that accept any content for the other types. */
    static ScratchApi start(Collection<ResourceType> types) {
        ScratchApi api = new ScratchApi(EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                .withDefinitions(new EmbeddedApiOptions.Definitions(
                        ServerSideApply.BUTLER, CustomResourceDefinitionFiles.texts()))));
        try {
            List<HasMetadata> others = types.stream()
                    .filter(type -> !type.group().isEmpty() && !type.group().equals(ApiGroup.NAME))
                    .<HasMetadata>map(ScratchApi::definition)
                    .toList();
            new CustomResourceDefinitions(api.client).ensure(others, LIMIT);
            return api;
        } catch (RuntimeException e) {
            api.close();
            throw e;
        }
    }

    private static CustomResourceDefinition definition(ResourceType type) {
        return new CustomResourceDefinitionBuilder()
                .withNewMetadata()
                .withName(type.name())
                .endMetadata()
                .withNewSpec()
                .withGroup(type.group())
                .withScope(type.isNamespaced() ? "Namespaced" : "Cluster")
                .withNewNames()
                .withKind(type.kind())
                .withListKind(type.kind() + "List")
                .withPlural(type.plural())
                .withSingular(type.kind().toLowerCase(Locale.ROOT))
                .endNames()
                .addNewVersion()
                .withName(type.version())
                .withServed(true)
                .withStorage(true)
                .withNewSubresources()
                .withNewStatus()
                .endStatus()
                .endSubresources()
                .withNewSchema()
                .withNewOpenAPIV3Schema()
                .withType("object")
                .withXKubernetesPreserveUnknownFields(true)
                .endOpenAPIV3Schema()
                .endSchema()
                .endVersion()
                .endSpec()
                .build();
    }

    KubernetesClient client() {
        return client;
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
