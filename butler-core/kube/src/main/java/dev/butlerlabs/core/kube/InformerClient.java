package dev.butlerlabs.core.kube;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.impl.KubernetesClientImpl;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.concurrent.Executor;

/**
 * A client whose informers are shared: those of one resource with the same namespace and selectors use one watch, decode each object once and keep one
 * copy of it. Decodes leniently ({@link LenientDecoder}) and without fields that informers do not need ({@link ObjectSerialization#forInformers}).
 * Thread-safe.
 */
public final class InformerClient extends KubernetesClientImpl {
    private final SharedInformers informers;

    private InformerClient(
            KubernetesClient client,
            Executor executor,
            KubernetesSerialization serialization,
            SharedInformers informers) {
        super(withoutManagedFields(client), client.getConfiguration(), () -> executor, serialization);
        this.informers = informers;
    }

    /** Returns the connection of a client, whose watches omit what informers do not keep. */
    private static HttpClient withoutManagedFields(KubernetesClient client) {
        return client.getHttpClient()
                .newBuilder()
                .addOrReplaceInterceptor(WatchEncodingInterceptor.NAME, WatchEncodingInterceptor.withoutManagedFields())
                .build();
    }

    /**
     * Returns a client over the connection of another one. Closing the other one closes both; the returned client must not be closed, but its informers
     * stop when all of their users have stopped them.
     */
    public static KubernetesClient over(KubernetesClient client) {
        return over(client, new SharedInformers());
    }

    /**
     * Returns a client like {@link #over(KubernetesClient)} that shares its informers with other clients.
     *
     * @param informers the shared informers; the connections of all clients that use them are closed together
     */
    public static KubernetesClient over(KubernetesClient client, SharedInformers informers) {
        return new InformerClient(
                client, LenientDecoder.executorOf(client), LenientDecoder.informerSerialization(), informers);
    }

    @Override
    public <T extends HasMetadata, L extends KubernetesResourceList<T>, R extends Resource<T>>
            MixedOperation<T, L, R> resources(Class<T> type, Class<L> listType, Class<R> resourceType) {
        return resourceType == null && !GenericKubernetesResource.class.equals(type) && !type.isInterface()
                ? shared(ResourceDefinitionContext.fromResourceType(type), type, listType)
                : super.resources(type, listType, resourceType);
    }

    @Override
    public MixedOperation<GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
            genericKubernetesResources(ResourceDefinitionContext type) {
        return new SharedInformerOperation<>(
                this, type, GenericKubernetesResource.class, GenericKubernetesResourceList.class, informers);
    }

    @SuppressWarnings("unchecked") // Without a class for it, a resource is a Resource<T>.
    private <T extends HasMetadata, L extends KubernetesResourceList<T>, R extends Resource<T>>
            MixedOperation<T, L, R> shared(ResourceDefinitionContext context, Class<T> type, Class<L> listType) {
        return (MixedOperation<T, L, R>) new SharedInformerOperation<>(this, context, type, listType, informers);
    }
}
