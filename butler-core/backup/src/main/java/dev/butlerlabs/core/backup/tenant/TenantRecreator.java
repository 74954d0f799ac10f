package dev.butlerlabs.core.backup.tenant;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.content.TenantContent;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.OwnerReferences;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.core.tenant.change.TenantDocument;
import dev.butlerlabs.core.tenant.change.TenantExporter;
import dev.butlerlabs.core.tenant.change.TenantWaitGoal;
import dev.butlerlabs.core.tenant.change.TenantWaitProgress;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Creates a TenantCluster from a backup: with the fields that users set, and with the addons that they enabled. Idempotent. */
public final class TenantRecreator {
    private static final String BY_CLUSTER = "butler";

    private final KubernetesClient management;
    private final BackupReader backup;
    private final TenantContent content;

    public TenantRecreator(KubernetesClient management, BackupReader backup, TenantContent content) {
        this.management = management;
        this.backup = backup;
        this.content = content;
    }

    /** The cluster and its addons are ready, so that the CRDs of the addons exist. */
    public static TenantWaitGoal ready() {
        TenantWaitGoal cluster = TenantWaitGoal.ready();
        return new TenantWaitGoal("it and its addons are ready", seen -> {
            TenantWaitProgress progress = cluster.standing().apply(seen);
            return progress instanceof TenantWaitProgress.Reached
                    ? missingAddons(seen.orElseThrow())
                            .<TenantWaitProgress>map(TenantWaitProgress.Waiting::new)
                            .orElse(progress)
                    : progress;
        });
    }

    private static Optional<String> missingAddons(TenantCluster cluster) {
        return cluster.getStatus().conditions().stream()
                .filter(condition -> condition.getType().equals(ConditionTypes.ADDONS_READY))
                .filter(condition -> !condition.getStatus().equals("True"))
                .findFirst()
                .map(Condition::getMessage)
                .map(message -> "addons: " + message);
    }

    /** Returns whether an earlier restore of the same content created a TenantCluster. */
    public boolean hasCreated(TenantCluster cluster) {
        return content.id()
                .equals(Objects.requireNonNullElse(cluster.getMetadata().getAnnotations(), Map.<String, String>of())
                        .get(Annotations.RESTORED_FROM));
    }

    /**
     * Creates the TenantCluster and its addons, or those that are missing.
     *
     * @throws ButlerException if the backup does not contain it, or it is rejected
     */
    public void create(ObjectName target) {
        List<GenericKubernetesResource> addons = new ArrayList<>();
        List<GenericKubernetesResource> clusters = new ArrayList<>();
        backup.visitManagement(content, management.getKubernetesSerialization(), page -> {
            switch (page.type().plural()) {
                case "tenantclusters" -> clusters.addAll(page.objects());
                case "tenantaddons" -> addons.addAll(page.objects());
                default -> {
                    // Secrets of a control plane belong to that control plane.
                }
            }
        });
        if (clusters.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.NOT_FOUND,
                    "TenantCluster %s does not exist, and the backup does not contain it.".formatted(target),
                    "Create it with 'butlerctl cluster create', and restore into it.");
        }
        TenantClusterClient client = new TenantClusterClient(management);
        TenantCluster cluster = client.find(target)
                .orElseGet(() -> client.typed(client.create(document(clusters.getFirst(), target), false)));
        addons.stream().filter(TenantRecreator::isOfUser).forEach(addon -> create(cluster, addon));
    }

    private TenantDocument document(GenericKubernetesResource stored, ObjectName target) {
        Map<String, Object> tree = UntypedTree.of(
                        management.getKubernetesSerialization().convertValue(stored, Map.class))
                .copy();
        Map<String, Object> manifest = TenantExporter.renamed(TenantExporter.of(tree), target.name());
        UntypedTree.put(manifest, "metadata.namespace", target.namespace().orElseThrow());
        Map<String, Object> annotations = new HashMap<>(
                UntypedTree.of(manifest).at("metadata.annotations").map());
        annotations.put(Annotations.RESTORED_FROM, content.id());
        UntypedTree.put(manifest, "metadata.annotations", annotations);
        return TenantDocument.of(manifest);
    }

    /** The controllers create the others from the spec of the cluster. */
    private static boolean isOfUser(GenericKubernetesResource addon) {
        return !BY_CLUSTER.equals(labels(addon).get(Labels.MANAGED_BY));
    }

    private void create(TenantCluster cluster, GenericKubernetesResource stored) {
        String before = stored.getMetadata().getName();
        String prefix = content.name() + "-";
        String name = before.startsWith(prefix)
                ? cluster.getMetadata().getName() + "-" + before.substring(prefix.length())
                : cluster.getMetadata().getName() + "-" + before;
        GenericKubernetesResource addon = new GenericKubernetesResource();
        addon.setApiVersion(stored.getApiVersion());
        addon.setKind(stored.getKind());
        Map<String, String> labels = new HashMap<>(labels(stored));
        labels.computeIfPresent(Labels.CLUSTER, (_, _) -> cluster.getMetadata().getName());
        addon.setMetadata(new ObjectMetaBuilder()
                .withNamespace(cluster.getMetadata().getNamespace())
                .withName(name)
                .withLabels(labels)
                .withAnnotations(stored.getMetadata().getAnnotations())
                .build());
        Map<String, Object> properties =
                UntypedTree.of(stored.getAdditionalProperties()).copy();
        properties.remove("status");
        UntypedTree.put(
                properties, "spec.clusterRef.name", cluster.getMetadata().getName());
        properties.forEach(addon::setAdditionalProperty);
        KubeErrorMapper.translating(
                "creating TenantAddon " + name,
                () -> new ServerSideApply(TenantClusterClient.MANAGER, false)
                        .apply(
                                management,
                                OwnerReferences.own(
                                        cluster,
                                        management
                                                .getKubernetesSerialization()
                                                .convertValue(addon, TenantAddon.class))));
    }

    private static Map<String, String> labels(GenericKubernetesResource object) {
        return Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.of());
    }
}
