package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.DecodedList;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.UndecodableObject;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Reads and changes TenantClusters of a management cluster for the command line. Thread-safe; errors of the API are thrown as {@link
 * ButlerException}.
 */
public final class TenantClusterClient {
    /** The field manager of changes by users of this tool; controllers use another. */
    public static final String MANAGER = "butlerctl";

    /** The field manager of {@link #scale}. It applies one field, so it never has to repeat the fields of a manifest. */
    static final String SCALE_MANAGER = "butlerctl-scale";

    private static final Set<String> OWN_MANAGERS = Set.of(MANAGER, SCALE_MANAGER);
    private static final int APPLY_ATTEMPTS = 5;

    private static final ResourceDefinitionContext KIND =
            ResourceDefinitionContext.fromResourceType(TenantCluster.class);

    private final KubernetesClient client;
    private final TenantReferenceValidator boundary;

    public TenantClusterClient(KubernetesClient client) {
        this.client = client;
        this.boundary = new TenantReferenceValidator(client);
    }

    /** Lists the TenantClusters of a namespace or of all namespaces. */
    public DecodedList<TenantCluster> list(Optional<String> namespace) {
        var all = LenientDecoder.over(client).resources(TenantCluster.class);
        return DecodedList.of(asking(
                "listing TenantClusters",
                () -> namespace
                        .map(one -> all.inNamespace(one).list())
                        .orElseGet(() -> all.inAnyNamespace().list())
                        .getItems()));
    }

    /**
     * Returns a TenantCluster; empty if it does not exist.
     *
     * @throws ButlerException with INVALID_INPUT if it cannot be decoded
     */
    public Optional<TenantCluster> find(ObjectName name) {
        Optional<TenantCluster> found = asking(
                "reading TenantCluster " + name,
                () -> Optional.ofNullable(LenientDecoder.over(client)
                        .resources(TenantCluster.class)
                        .inNamespace(name.namespace().orElseThrow())
                        .withName(name.name())
                        .get()));
        found.flatMap(UndecodableObject::of).ifPresent(problem -> {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    problem + ".",
                    "Correct the object with 'kubectl edit', or delete it with 'butlerctl cluster delete'.");
        });
        return found;
    }

    /**
     * Returns a TenantCluster.
     *
     * @throws ButlerException with NOT_FOUND if it does not exist
     */
    public TenantCluster get(ObjectName name) {
        return find(name).orElseThrow(() -> absent(name));
    }

    /**
     * Returns the stored object as a tree, including its managedFields.
     *
     * @throws ButlerException with NOT_FOUND if it does not exist
     */
    public Map<String, Object> tree(ObjectName name) {
        return findTree(name).orElseThrow(() -> absent(name));
    }

    /** Returns the stored object as a tree, including its managedFields; empty if it does not exist. */
    public Optional<Map<String, Object>> findTree(ObjectName name) {
        return asking(
                        "reading TenantCluster " + name,
                        () -> Optional.ofNullable(generic(name).get()))
                .map(this::toTree);
    }

    /** Converts a stored tree to an object. */
    public TenantCluster typed(Map<String, Object> tree) {
        return client.getKubernetesSerialization().convertValue(tree, TenantCluster.class);
    }

    /**
     * Verifies that the server is a management cluster.
     *
     * @throws ButlerException if it does not serve TenantClusters
     */
    public void requireManagementCluster() {
        asking(
                "listing TenantClusters",
                () -> client.genericKubernetesResources(KIND)
                        .inAnyNamespace()
                        .list(new ListOptionsBuilder().withLimit(1L).build()));
    }

    /**
     * Creates a TenantCluster.
     *
     * @throws ButlerException with CONFLICT if it exists, or with every problem of the document
     */
    public Map<String, Object> create(TenantDocument document, boolean dryRun) {
        ObjectName name = document.objectName(Namespaces.TENANTS);
        if (find(name).isPresent()) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "TenantCluster %s already exists.".formatted(name),
                    "Choose another name, or change the existing cluster with 'butlerctl cluster edit %s%s'."
                            .formatted(
                                    name.name(),
                                    name.namespace()
                                            .filter(namespace -> !namespace.equals(Namespaces.TENANTS))
                                            .map(" -n "::concat)
                                            .orElse("")));
        }
        return apply("creating", document, dryRun);
    }

    /**
     * Creates or updates a TenantCluster with server-side apply. This tool gives up ownership of fields that the document omits.
     * Takes over fields that another command of this tool has changed. Idempotent.
     *
     * @throws ButlerException with CONFLICT if another field manager owns a changed field
     */
    public Map<String, Object> apply(TenantDocument document, boolean dryRun) {
        return apply("applying", document, dryRun);
    }

    private Map<String, Object> apply(String doing, TenantDocument document, boolean dryRun) {
        ObjectName name = document.objectName(Namespaces.TENANTS);
        boundary.validate(document, name.namespace().orElseThrow());
        return asking(doing + " TenantCluster " + name, () -> applyOverOwnChanges(name, document.tree(), dryRun));
    }

    /**
     * Applies without force. If only commands of this tool own the conflicting fields, applies with force to the version whose
     * owners were checked. Starts again if the object has changed meanwhile.
     */
    private Map<String, Object> applyOverOwnChanges(ObjectName name, Map<String, Object> manifest, boolean dryRun) {
        for (int attempt = 1; ; attempt++) {
            try {
                return serverSideApply(name, manifest, context(PatchType.SERVER_SIDE_APPLY, MANAGER, dryRun, false));
            } catch (KubernetesClientException conflict) {
                Map<String, Object> checked = ownVersion(name, manifest, conflict);
                try {
                    return serverSideApply(name, checked, context(PatchType.SERVER_SIDE_APPLY, MANAGER, dryRun, true));
                } catch (KubernetesClientException e) {
                    if (!KubeErrorMapper.isConflict(e) || attempt == APPLY_ATTEMPTS) {
                        throw e;
                    }
                }
            }
        }
    }

    /** Returns the manifest for the stored version if this tool owns all conflicting fields; otherwise throws the conflict. */
    private Map<String, Object> ownVersion(
            ObjectName name, Map<String, Object> manifest, KubernetesClientException conflict) {
        List<String> fields = KubeErrorMapper.conflictingFields(conflict);
        Map<String, Object> stored = fields.isEmpty()
                ? Map.of()
                : Optional.ofNullable(generic(name).get()).map(this::toTree).orElseGet(Map::of);
        if (fields.isEmpty() || !FieldManagers.of(stored).ownOnly(OWN_MANAGERS, fields)) {
            throw conflict;
        }
        Map<String, Object> checked = UntypedTree.of(manifest).copy();
        UntypedTree.of(stored)
                .text("metadata.resourceVersion")
                .ifPresent(version -> UntypedTree.put(checked, "metadata.resourceVersion", version));
        return checked;
    }

    /**
     * Changes the number of workers with server-side apply and takes ownership of this field. Concurrent changes of other fields are
     * kept. Idempotent.
     *
     * @param cluster the cluster as it was read; only its name and uid are used
     * @throws ButlerException with NOT_FOUND if the cluster was deleted meanwhile, or with CONFLICT if it was deleted and created again
     */
    public TenantCluster scale(TenantCluster cluster, int workers, boolean dryRun) {
        ObjectName name = ObjectName.from(cluster);
        Map<String, Object> manifest = scaleManifest(cluster, workers);
        return typed(asking("changing TenantCluster " + name, () -> {
            try {
                return serverSideApply(
                        name, manifest, context(PatchType.SERVER_SIDE_APPLY, SCALE_MANAGER, dryRun, true));
            } catch (KubernetesClientException e) {
                if (KubeErrorMapper.isConflict(e) || KubeErrorMapper.isInvalid(e)) {
                    requireSame(cluster);
                }
                throw e;
            }
        }));
    }

    private void requireSame(TenantCluster cluster) {
        ObjectName name = ObjectName.from(cluster);
        if (!get(name).getMetadata().getUid().equals(cluster.getMetadata().getUid())) {
            throw new ButlerException(
                    ErrorCode.CONFLICT, "TenantCluster %s was deleted and created again.".formatted(name));
        }
    }

    /** The uid prevents that the server creates a cluster that was deleted meanwhile. */
    private static Map<String, Object> scaleManifest(TenantCluster cluster, int workers) {
        Map<String, Object> manifest = new LinkedHashMap<>();
        manifest.put("apiVersion", cluster.getApiVersion());
        manifest.put("kind", cluster.getKind());
        UntypedTree.put(manifest, "metadata.name", cluster.getMetadata().getName());
        UntypedTree.put(manifest, "metadata.namespace", cluster.getMetadata().getNamespace());
        UntypedTree.put(manifest, "metadata.uid", cluster.getMetadata().getUid());
        UntypedTree.put(manifest, "spec.workers.replicas", workers);
        return manifest;
    }

    private Map<String, Object> serverSideApply(ObjectName name, Map<String, Object> manifest, PatchContext context) {
        GenericKubernetesResource object =
                client.getKubernetesSerialization().convertValue(manifest, GenericKubernetesResource.class);
        return toTree(client.genericKubernetesResources(KIND)
                .inNamespace(name.namespace().orElseThrow())
                .resource(object)
                .patch(context));
    }

    /**
     * Changes single fields with a JSON merge patch.
     *
     * @throws ButlerException with NOT_FOUND if the object does not exist
     */
    public Map<String, Object> change(ObjectName name, Map<String, Object> patch, boolean dryRun) {
        String json = client.getKubernetesSerialization().asJson(patch);
        return toTree(asking(
                "changing TenantCluster " + name,
                () -> generic(name).patch(context(PatchType.JSON_MERGE, MANAGER, dryRun, false), json)));
    }

    /** Deletes a TenantCluster. The controllers delete its resources and then remove the object. Idempotent. */
    public void delete(ObjectName name) {
        asking("deleting TenantCluster " + name, () -> generic(name).delete());
    }

    /** Returns the ProviderConfigs of the platform that clusters of a namespace may use. */
    public List<ProviderConfig> providers(String namespace) {
        return asking(
                        "listing ProviderConfigs",
                        () -> client.resources(ProviderConfig.class)
                                .inNamespace(Namespaces.SYSTEM)
                                .list()
                                .getItems())
                .stream()
                .filter(config -> boundary.mayUse(namespace, config))
                .toList();
    }

    private Resource<GenericKubernetesResource> generic(ObjectName name) {
        return client.genericKubernetesResources(KIND)
                .inNamespace(name.namespace().orElseThrow())
                .withName(name.name());
    }

    private static PatchContext context(PatchType type, String manager, boolean dryRun, boolean force) {
        PatchContext.Builder context = new PatchContext.Builder()
                .withPatchType(type)
                .withFieldManager(manager)
                .withFieldValidation("Strict");
        if (dryRun) {
            context.withDryRun(List.of("All"));
        }
        return (force ? context.withForce(true) : context).build();
    }

    private Map<String, Object> toTree(GenericKubernetesResource object) {
        return UntypedTree.of(client.getKubernetesSerialization().convertValue(object, Map.class))
                .copy();
    }

    /** A missing object and a server without the CRD return the same error; a list request distinguishes them. */
    private ButlerException absent(ObjectName name) {
        requireManagementCluster();
        return new ButlerException(
                ErrorCode.NOT_FOUND,
                "TenantCluster %s not found.".formatted(name),
                "List the clusters with 'butlerctl cluster list -A'.");
    }

    private <T> T asking(String doing, Supplier<T> call) {
        return KubeErrorMapper.askingForKind(client, "TenantClusters", doing, call);
    }
}
