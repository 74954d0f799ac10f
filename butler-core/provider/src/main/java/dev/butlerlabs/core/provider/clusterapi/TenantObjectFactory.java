package dev.butlerlabs.core.provider.clusterapi;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.TenantCluster;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Creates the objects of one tenant cluster, with their common namespace, labels and annotations. Immutable. */
public final class TenantObjectFactory {
    public static final String CLUSTER_NAME = "cluster.x-k8s.io/cluster-name";
    /** Annotation of an infrastructure cluster: the provider does not reconcile it, and another controller sets its status. */
    public static final String MANAGED_EXTERNALLY = "cluster.x-k8s.io/managed-by";

    /** Label of objects that no object of Cluster API owns: {@code clusterctl move} moves them with the cluster. */
    public static final String MOVE = "clusterctl.cluster.x-k8s.io/move";

    public static final String DEPLOYMENT_NAME = "cluster.x-k8s.io/deployment-name";

    private final TenantCluster cluster;

    public TenantObjectFactory(TenantCluster cluster) {
        this.cluster = cluster;
    }

    public GenericKubernetesResource part(String apiVersion, String kind, String name, UnstructuredFieldMap spec) {
        GenericKubernetesResource part = new GenericKubernetesResource();
        part.setApiVersion(apiVersion);
        part.setKind(kind);
        part.setMetadata(metadata(name));
        part.setAdditionalProperty("spec", spec.map());
        return part;
    }

    /** Returns a cluster-scoped object that belongs to this tenant only. */
    public GenericKubernetesResource outsider(String apiVersion, String kind, UnstructuredFieldMap spec) {
        GenericKubernetesResource part = part(apiVersion, kind, TenantNames.namespace(cluster), spec);
        part.getMetadata().setNamespace(null);
        return part;
    }

    public Secret secret(String name, Map<String, String> values) {
        Map<String, String> data = new LinkedHashMap<>();
        values.forEach((key, value) -> data.put(key, BlankTextFilter.base64(value)));
        return new SecretBuilder()
                .withMetadata(new ObjectMetaBuilder(metadata(name))
                        .addToLabels(MOVE, "")
                        .build())
                .withType("Opaque")
                .withData(data)
                .build();
    }

    public ObjectMeta metadata(String name) {
        return new ObjectMetaBuilder()
                .withName(name)
                .withNamespace(TenantNames.namespace(cluster))
                .withLabels(labels())
                .withAnnotations(annotations())
                .build();
    }

    public Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(Labels.MANAGED_BY, "butler");
        labels.put(Labels.TENANT, cluster.getMetadata().getName());
        labels.put(Labels.SOURCE_NAMESPACE, cluster.getMetadata().getNamespace());
        labels.put(Labels.SOURCE_NAME, cluster.getMetadata().getName());
        Optional.ofNullable(cluster.getSpec().teamRef()).ifPresent(team -> labels.put(Labels.TEAM, team.name()));
        environment().ifPresent(environment -> labels.put(Labels.ENVIRONMENT, environment));
        labels.put(CLUSTER_NAME, cluster.getMetadata().getName());
        return labels;
    }

    private Optional<String> environment() {
        return Optional.ofNullable(cluster.getMetadata().getLabels()).map(labels -> labels.get(Labels.ENVIRONMENT));
    }

    private Map<String, String> annotations() {
        return Optional.ofNullable(cluster.getMetadata().getAnnotations())
                .map(known -> BlankTextFilter.given(known.get(Annotations.OWNER))
                        .or(() -> BlankTextFilter.given(known.get(Annotations.CREATOR_EMAIL))))
                .flatMap(owner -> owner)
                .map(owner -> Map.of(Annotations.OWNER, owner))
                .orElse(Map.of());
    }
}
