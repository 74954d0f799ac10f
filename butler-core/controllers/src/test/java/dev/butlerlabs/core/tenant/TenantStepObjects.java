package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.tenant.render.RenderedTenantObjects;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.List;
import java.util.Map;

/** Objects for tests of the tenant steps. */
final class TenantStepObjects {
    /** The namespace of tenant cluster demo: its name and the start of its uid. */
    static final String NAMESPACE = "demo-0a1b2c3d";

    static final String VERSION = "v1.31.0";
    /** The effects of preparing an API: the tenant namespace. */
    static final int FIRST_EFFECTS = 1;

    private TenantStepObjects() {}

    /** Returns the context of tenant cluster demo, and creates its namespace. */
    static TenantReconcileContext context(InMemoryKubernetes api) {
        TenantReconcileContext context = context();
        api.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(context.namespace())
                        .endMetadata()
                        .build())
                .create();
        return context;
    }

    static TenantReconcileContext context() {
        TenantCluster cluster = new TenantCluster();
        cluster.setMetadata(new ObjectMetaBuilder()
                .withName("demo")
                .withNamespace("team-a")
                .withUid("0a1b2c3d-0000-4000-8000-000000000001")
                .build());
        cluster.setSpec(
                TenantClusterSpecBuilder.builder().kubernetesVersion(VERSION).build());
        return new TenantReconcileContext(cluster);
    }

    static GenericKubernetesResource object(String kind, String name, String section, Object content) {
        GenericKubernetesResource object = new GenericKubernetesResource();
        object.setApiVersion("example.test/v1");
        object.setKind(kind);
        object.setMetadata(new ObjectMetaBuilder()
                .withName(name)
                .withNamespace(NAMESPACE)
                .withAnnotations(Map.of())
                .build());
        object.setAdditionalProperty(section, content);
        return object;
    }

    /** @param bootstrapKind the kind of the bootstrap template, which decides how workers join */
    static RenderedTenantObjects rendered(String bootstrapKind) {
        return new RenderedTenantObjects(
                new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(NAMESPACE)
                        .endMetadata()
                        .build(),
                List.of(),
                object("HarvesterCluster", "demo", "spec", Map.of()),
                object("KamajiControlPlane", "demo", "spec", Map.of()),
                object("Cluster", "demo", "spec", Map.of()),
                object(
                        bootstrapKind,
                        "demo-1",
                        "spec",
                        Map.of("template", Map.of("spec", Map.of("talosVersion", "v1.12.1")))),
                object("HarvesterMachineTemplate", "demo-1", "spec", Map.of()),
                object("MachineDeployment", "demo", "spec", Map.of("replicas", 2)));
    }

    static void secret(
            InMemoryKubernetes api,
            String namespace,
            String name,
            Map<String, String> data,
            Map<String, String> labels) {
        api.client()
                .resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(namespace)
                        .withLabels(labels)
                        .endMetadata()
                        .withData(data)
                        .build())
                .create();
    }
}
