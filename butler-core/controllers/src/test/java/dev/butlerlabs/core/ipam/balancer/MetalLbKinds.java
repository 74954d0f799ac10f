package dev.butlerlabs.core.ipam.balancer;

import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;

/** The kinds of MetalLB, as its chart would bring them. */
public final class MetalLbKinds {
    private MetalLbKinds() {}

    public static void install(KubernetesClient cluster) {
        openNamespace(cluster);
        define(cluster);
    }

    static void openNamespace(KubernetesClient cluster) {
        cluster.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(MetalLbClient.NAMESPACE)
                        .endMetadata()
                        .build())
                .create();
    }

    static void define(KubernetesClient cluster) {
        new CustomResourceDefinitions(cluster)
                .ensure(
                        List.of(
                                definition(cluster, "ipaddresspools", "IPAddressPool"),
                                definition(cluster, "l2advertisements", "L2Advertisement")),
                        Duration.ofSeconds(60));
    }

    private static CustomResourceDefinition definition(KubernetesClient cluster, String plural, String kind) {
        return cluster.getKubernetesSerialization()
                .unmarshal("""
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: %s.metallb.io}
                spec:
                  group: metallb.io
                  scope: Namespaced
                  names: {plural: %s, kind: %s}
                  versions:
                    - name: v1beta1
                      served: true
                      storage: true
                      schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
                """.formatted(plural, plural, kind), CustomResourceDefinition.class);
    }

    public static List<String> addresses(KubernetesClient cluster) {
        return cluster.genericKubernetesResources("metallb.io/v1beta1", "IPAddressPool")
                .inNamespace(MetalLbClient.NAMESPACE)
                .withName("default-pool")
                .get()
                .get("spec", "addresses");
    }
}
