package dev.butlerlabs.sim.harvester;

import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.Kubeconfig;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The embedded Kubernetes API of the simulator, accessed directly rather than through the endpoint for clients. */
final class HarvesterBackend implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final EmbeddedApiServer server;
    private final KubernetesClient client;

    private HarvesterBackend(EmbeddedApiServer server, KubernetesClient client) {
        this.server = server;
        this.client = client;
    }

    /** Starts an API with the CRDs and default objects of Harvester. */
    static HarvesterBackend start() {
        EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
        KubernetesClient client =
                new KubeConnector("kubevirt").connect(Kubeconfig.parse(server.kubeconfig(), "the simulator"));
        HarvesterBackend cluster = new HarvesterBackend(server, client);
        try {
            new CustomResourceDefinitions(client).ensureYaml(List.of(resource("kinds.yaml")), PATIENCE);
            for (String document : resource("furniture.yaml").split("(?m)^---$", -1)) {
                client.resource(client.getKubernetesSerialization()
                                .unmarshal(document, GenericKubernetesResource.class))
                        .create();
            }
            return cluster;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private static String resource(String name) {
        try (InputStream stream = HarvesterBackend.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(stream, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a kubeconfig for this process. */
    String kubeconfig() {
        return server.kubeconfig();
    }

    List<GenericKubernetesResource> list(WatchedResourceType kind, String namespace) {
        return resources(kind).inNamespace(namespace).list().getItems();
    }

    Optional<GenericKubernetesResource> find(WatchedResourceType kind, ResourceKey key) {
        return Optional.ofNullable(resource(kind, key).get());
    }

    /** Creates an object unless it exists. */
    void create(WatchedResourceType kind, GenericKubernetesResource wanted) {
        try {
            resources(kind)
                    .inNamespace(wanted.getMetadata().getNamespace())
                    .resource(wanted)
                    .create();
        } catch (KubernetesClientException e) {
            if (!KubeErrorMapper.isConflict(e)) {
                throw e;
            }
        }
    }

    void merge(WatchedResourceType kind, ResourceKey key, Map<String, ?> change) {
        unlessGone(() -> known(kind, key).patch(PatchContext.of(PatchType.JSON_MERGE), json(change)));
    }

    void mergeStatus(WatchedResourceType kind, ResourceKey key, Map<String, ?> status) {
        unlessGone(() -> known(kind, key)
                .subresource("status")
                .patch(PatchContext.of(PatchType.JSON_MERGE), json(Map.of("status", status))));
    }

    void delete(WatchedResourceType kind, ResourceKey key) {
        unlessGone(() -> resource(kind, key).withGracePeriod(0).delete());
    }

    SharedIndexInformer<GenericKubernetesResource> watch(
            WatchedResourceType kind, ResourceEventHandler<GenericKubernetesResource> handler) {
        return resources(kind).inAnyNamespace().inform(handler);
    }

    private String json(Map<String, ?> tree) {
        return client.getKubernetesSerialization().asJson(tree);
    }

    private Resource<GenericKubernetesResource> resource(WatchedResourceType kind, ResourceKey key) {
        return resources(kind).inNamespace(key.namespace()).withName(key.name());
    }

    /** Builds the resource from an object, so that the client does not read it before a patch. */
    private Resource<GenericKubernetesResource> known(WatchedResourceType kind, ResourceKey key) {
        GenericKubernetesResource object = new GenericKubernetesResource();
        object.setApiVersion(kind.apiVersion());
        object.setKind(kind.kind());
        object.setMetadata(new ObjectMetaBuilder()
                .withNamespace(key.namespace())
                .withName(key.name())
                .build());
        return resources(kind).inNamespace(key.namespace()).resource(object);
    }

    private MixedOperation<
                    GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
            resources(WatchedResourceType kind) {
        return client.genericKubernetesResources(kind.context());
    }

    /** Ignores errors about objects that are deleted already. */
    private static void unlessGone(Runnable change) {
        try {
            change.run();
        } catch (KubernetesClientException e) {
            if (!KubeErrorMapper.isNotFound(e)) {
                throw e;
            }
        }
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
