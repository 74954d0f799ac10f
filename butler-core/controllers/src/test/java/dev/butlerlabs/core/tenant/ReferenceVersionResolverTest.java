package dev.butlerlabs.core.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.junit.jupiter.api.Test;

class ReferenceVersionResolverTest {
    @Test
    void takesTheVersionOfTheSameReference() {
        GenericKubernetesResource wanted = deployment("v1beta1", "a");

        assertThat(ReferenceVersionResolver.resolve(wanted, deployment("v1beta2", "a")))
                .isEqualTo(deployment("v1beta2", "a"));
        assertThat(wanted).isEqualTo(deployment("v1beta1", "a"));
    }

    @Test
    void leavesAReferenceToAnotherObjectUnchanged() {
        GenericKubernetesResource wanted = deployment("v1beta1", "b");

        assertThat(ReferenceVersionResolver.resolve(wanted, deployment("v1beta2", "a")))
                .isEqualTo(wanted);
    }

    @Test
    void leavesEverythingElseUnchanged() {
        GenericKubernetesResource present = parse("""
                apiVersion: cluster.x-k8s.io/v1beta1
                kind: MachineDeployment
                metadata: {name: t-workers}
                spec:
                  replicas: 7
                  template: {spec: {bootstrap: {configRef: {apiVersion: other/v1, kind: KubeadmConfigTemplate, name: a}}}}
                """);

        assertThat(ReferenceVersionResolver.resolve(deployment("v1beta1", "a"), present))
                .isEqualTo(deployment("v1beta1", "a"));
    }

    @Test
    void findsReferences() {
        assertThat(ReferenceVersionResolver.hasReferences(deployment("v1beta1", "a")))
                .isTrue();
        assertThat(ReferenceVersionResolver.hasReferences(parse("""
                apiVersion: v1
                kind: X
                metadata: {name: x}
                spec: {a: {kind: b, name: c}}
                """))).isFalse();
    }

    private static GenericKubernetesResource deployment(String version, String template) {
        return parse("""
            apiVersion: cluster.x-k8s.io/v1beta1
            kind: MachineDeployment
            metadata: {name: t-workers}
            spec:
              replicas: 2
              template:
                spec:
                  bootstrap: {configRef: {apiVersion: bootstrap.cluster.x-k8s.io/%s, kind: KubeadmConfigTemplate, name: %s}}
            """.formatted(version, template));
    }

    private static GenericKubernetesResource parse(String yaml) {
        return new KubernetesSerialization().unmarshal(yaml, GenericKubernetesResource.class);
    }
}
