package dev.butlerlabs.core.tenant;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.Locale;

/** CRDs without a schema for the objects of a tenant cluster. */
final class TenantCrds {
    private TenantCrds() {}

    private static String plural(TenantResourceType type) {
        return type.kind().toLowerCase(Locale.ROOT) + "s";
    }

    static CustomResourceDefinition definition(TenantResourceType type) {
        String[] groupVersion = type.apiVersion().split("/", 2);
        return new CustomResourceDefinitionBuilder()
                .withNewMetadata()
                .withName(plural(type) + "." + groupVersion[0])
                .endMetadata()
                .withNewSpec()
                .withGroup(groupVersion[0])
                .withScope("Namespaced")
                .withNewNames()
                .withKind(type.kind())
                .withPlural(plural(type))
                .withSingular(type.kind().toLowerCase(Locale.ROOT))
                .withListKind(type.kind() + "List")
                .endNames()
                .addNewVersion()
                .withName(groupVersion[1])
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

    static MixedOperation<GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
            objects(KubernetesClient client, TenantResourceType type) {
        String[] groupVersion = type.apiVersion().split("/", 2);
        return client.genericKubernetesResources(new ResourceDefinitionContext.Builder()
                .withGroup(groupVersion[0])
                .withVersion(groupVersion[1])
                .withKind(type.kind())
                .withPlural(plural(type))
                .withNamespaced(true)
                .build());
    }
}
