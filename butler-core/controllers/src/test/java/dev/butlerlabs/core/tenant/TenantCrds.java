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

    private static String plural(String kind) {
        return kind.toLowerCase(Locale.ROOT) + "s";
    }

    static CustomResourceDefinition definition(TenantResourceType type) {
        return definition(type.apiVersion(), type.kind());
    }

    static CustomResourceDefinition definition(String apiVersion, String kind) {
        String[] groupVersion = apiVersion.split("/", 2);
        return new CustomResourceDefinitionBuilder()
                .withNewMetadata()
                .withName(plural(kind) + "." + groupVersion[0])
                .endMetadata()
                .withNewSpec()
                .withGroup(groupVersion[0])
                .withScope("Namespaced")
                .withNewNames()
                .withKind(kind)
                .withPlural(plural(kind))
                .withSingular(kind.toLowerCase(Locale.ROOT))
                .withListKind(kind + "List")
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
                .withPlural(plural(type.kind()))
                .withNamespaced(true)
                .build());
    }
}
