package dev.butlerlabs.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.Client;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.dsl.internal.HasMetadataOperationsImpl;
import io.fabric8.kubernetes.client.dsl.internal.OperationContext;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.net.MalformedURLException;

/** The operations on one resource type, whose informers are shared by all callers with the same namespace and selectors. */
final class SharedInformerOperation<T extends HasMetadata, L extends KubernetesResourceList<T>>
        extends HasMetadataOperationsImpl<T, L> {
    private final SharedInformers informers;

    SharedInformerOperation(
            Client client, ResourceDefinitionContext rdc, Class<T> type, Class<L> listType, SharedInformers informers) {
        this(defaultContext(client), rdc, type, listType, informers);
    }

    private SharedInformerOperation(
            OperationContext context,
            ResourceDefinitionContext rdc,
            Class<T> type,
            Class<L> listType,
            SharedInformers informers) {
        super(context, rdc, type, listType);
        this.informers = informers;
    }

    @Override
    public HasMetadataOperationsImpl<T, L> newInstance(OperationContext changed) {
        return new SharedInformerOperation<>(changed, rdc, type, listType, informers);
    }

    @Override
    public SharedIndexInformer<T> runnableInformer(long resync) {
        return informers.join(source(), () -> super.runnableInformer(0));
    }

    private SharedInformers.Source source() {
        try {
            return new SharedInformers.Source(
                    type,
                    getNamespacedUrl().toString(),
                    String.valueOf(context.getLabelQueryParam()),
                    String.valueOf(context.getFieldQueryParam()));
        } catch (MalformedURLException e) {
            throw new KubernetesClientException("not a valid address of a resource", e);
        }
    }
}
