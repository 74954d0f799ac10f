package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.api.Namespaces;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** An object of an infrastructure provider of Cluster API, which a backup contains. */
final class ClusterApiObject {
    private static final String DEFINITION = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: dockerclusters.infrastructure.cluster.x-k8s.io}
            spec:
              group: infrastructure.cluster.x-k8s.io
              names: {kind: DockerCluster, listKind: DockerClusterList, plural: dockerclusters, singular: dockercluster}
              scope: Namespaced
              versions:
                - name: v1beta1
                  served: true
                  storage: true
                  schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
            """;

    private ClusterApiObject() {}

    /** Creates a backup with such an object, once. */
    static Path backup(OperationFaultWorld world) throws IOException {
        Path folder = world.file("with-cluster-api");
        if (!Files.exists(folder)) {
            Files.createDirectory(folder);
            create(world.client());
            world.succeed(
                    "backup",
                    "create",
                    "--without-etcd",
                    "--to",
                    folder.toString(),
                    "--key-file",
                    world.file("key").toString(),
                    "-q");
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.findFirst().orElseThrow();
        }
    }

    private static void create(KubernetesClient client) {
        CustomResourceDefinition definition = Serialization.unmarshal(DEFINITION, CustomResourceDefinition.class);
        client.resource(definition).create();
        client.resource(definition)
                .waitUntilCondition(
                        found -> found.getStatus() != null
                                && found.getStatus().getConditions().stream()
                                        .anyMatch(
                                                condition -> condition.getType().equals("Established")
                                                        && condition.getStatus().equals("True")),
                        30,
                        TimeUnit.SECONDS);
        client.resource(Serialization.unmarshal("""
                        apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
                        kind: DockerCluster
                        metadata: {name: shop, namespace: %s}
                        spec: {}
                        """.formatted(Namespaces.SYSTEM), GenericKubernetesResource.class))
                .create();
    }
}
