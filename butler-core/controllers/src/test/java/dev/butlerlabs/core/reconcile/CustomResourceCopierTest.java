package dev.butlerlabs.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.api.TenantCluster;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Copies that reconcilers change without changing the cache of the informers. */
class CustomResourceCopierTest {
    private final KubernetesSerialization serialization = new KubernetesSerialization();
    private final CustomResourceCopier copier = new CustomResourceCopier(serialization);

    private TenantCluster cluster() {
        TenantCluster cluster = serialization.unmarshal("""
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: TenantCluster
                metadata:
                  name: shop
                  namespace: team-a
                  uid: one
                  resourceVersion: "7"
                  generation: 3
                  labels: {a: b}
                  annotations: {c: d}
                  finalizers: [butler.butlerlabs.dev/tenant]
                  ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: owner, uid: two}]
                  butlerUndecodable: 'spec: too large'
                spec:
                  kubernetesVersion: v1.33.1
                  workers: {replicas: 2}
                status:
                  phase: Ready
                """, TenantCluster.class);
        assertThat(cluster.getSpec().kubernetesVersion()).isEqualTo("v1.33.1");
        return cluster;
    }

    @Test
    void aCopyHasTheSameContent() {
        TenantCluster original = cluster();

        TenantCluster copy = copier.clone(original);

        assertThat(copy).isNotSameAs(original);
        assertThat(serialization.asJson(copy)).isEqualTo(serialization.asJson(original));
    }

    @Test
    void aChangeOfTheCopyDoesNotChangeTheOriginal() {
        TenantCluster original = cluster();
        String before = serialization.asJson(original);

        TenantCluster copy = copier.clone(original);
        copy.addFinalizer("example.com/other");
        copy.getMetadata().getLabels().put("added", "yes");
        copy.getMetadata().getAnnotations().clear();
        copy.getMetadata().setOwnerReferences(null);
        copy.getMetadata().setAdditionalProperty("more", "yes");
        copy.setSpec(null);
        copy.setStatus(null);

        assertThat(serialization.asJson(original)).isEqualTo(before);
    }

    @Test
    void anObjectWithoutSpecAndStatusIsCopied() {
        NetworkPool pool = new NetworkPool();
        pool.getMetadata().setName("pool");

        assertThat(serialization.asJson(copier.clone(pool))).isEqualTo(serialization.asJson(pool));
    }

    @Test
    void otherObjectsAreCopiedCompletely() {
        ConfigMap original = new ConfigMapBuilder()
                .withNewMetadata()
                .withName("settings")
                .endMetadata()
                .addToData("a", "b")
                .build();

        ConfigMap copy = copier.clone(original);
        copy.getData().put("a", "c");

        assertThat(original.getData()).isEqualTo(Map.of("a", "b"));
    }

    @Test
    void aDocumentOfAStatusHasNothingElse() {
        TenantCluster original = cluster();

        String document = serialization.asJson(StatusDocument.of(original, original.getStatus()));

        assertThat(serialization.unmarshal(document, JsonNode.class))
                .isEqualTo(serialization.unmarshal("""
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: TenantCluster
                metadata: {name: shop, namespace: team-a, uid: one, resourceVersion: "7"}
                status: {phase: Ready}
                """, JsonNode.class));
    }
}
