package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.DecodedList;
import dev.butlerlabs.core.kube.KubeErrors;
import dev.butlerlabs.core.kube.LenientDecoding;
import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** TenantClusters of a management cluster, as a person handles them. */
public final class TenantClusters {
    /** Under which name fields belong to people who use this tool; controllers write under another. */
    public static final String MANAGER = "butlerctl";

    private static final ResourceDefinitionContext KIND =
            ResourceDefinitionContext.fromResourceType(TenantCluster.class);

    private final KubernetesClient client;
    private final TenantBoundaryValidator boundary;

    public TenantClusters(KubernetesClient client) {
        this.client = client;
        this.boundary = new TenantBoundaryValidator(client);
    }

    /** Lists the TenantClusters of a namespace, or of all. */
    public DecodedList<TenantCluster> list(Optional<String> namespace) {
        var all = LenientDecoding.over(client).resources(TenantCluster.class);
        return DecodedList.of(asking(
                "listing TenantClusters",
                () -> namespace
                        .map(one -> all.inNamespace(one).list())
                        .orElseGet(() -> all.inAnyNamespace().list())
                        .getItems()));
    }

    public Optional<TenantCluster> find(ObjectName name) {
        return asking(
                "reading TenantCluster " + name,
                () -> Optional.ofNullable(client.resources(TenantCluster.class)
                        .inNamespace(name.namespace().orElseThrow())
                        .withName(name.name())
                        .get()));
    }

    /** One that has to be there. */
    public TenantCluster get(ObjectName name) {
        return find(name).orElseThrow(() -> absent(name));
    }

    /** The whole object as it is stored, with the bookkeeping of who set which field. */
    public Map<String, Object> tree(ObjectName name) {
        return findTree(name).orElseThrow(() -> absent(name));
    }

    public Optional<Map<String, Object>> findTree(ObjectName name) {
        return asking(
                        "reading TenantCluster " + name,
                        () -> Optional.ofNullable(generic(name).get()))
                .map(this::toTree);
    }

    /** A stored tree as an object. */
    public TenantCluster typed(Map<String, Object> tree) {
        return client.getKubernetesSerialization().convertValue(tree, TenantCluster.class);
    }

    /** Fails, saying so, when the server does not know TenantClusters. */
    public void requireManagementCluster() {
        asking(
                "listing TenantClusters",
                () -> client.genericKubernetesResources(KIND)
                        .inAnyNamespace()
                        .list(new ListOptionsBuilder().withLimit(1L).build()));
    }

    /** Makes one that must not be there yet. */
    public Map<String, Object> create(TenantDocument document, boolean dryRun) {
        ObjectName name = document.objectName(Namespaces.TENANTS);
        if (find(name).isPresent()) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "TenantCluster %s exists already.".formatted(name),
                    "Choose another name, or change it with butlerctl cluster edit %s.".formatted(name.name()));
        }
        return apply(document, dryRun);
    }

    /** Brings one to what the document says, whether it is there or not; what the document leaves out is no longer this tool's. */
    public Map<String, Object> apply(TenantDocument document, boolean dryRun) {
        ObjectName name = document.objectName(Namespaces.TENANTS);
        boundary.validate(document, name.namespace().orElseThrow());
        GenericKubernetesResource wanted =
                client.getKubernetesSerialization().convertValue(document.tree(), GenericKubernetesResource.class);
        Resource<GenericKubernetesResource> place = client.genericKubernetesResources(KIND)
                .inNamespace(name.namespace().orElseThrow())
                .resource(wanted);
        return toTree(asking("applying TenantCluster " + name, () -> {
            try {
                return place.patch(context(PatchType.SERVER_SIDE_APPLY, dryRun, false));
            } catch (KubernetesClientException e) {
                if (!isConflictWithOurselves(e)) {
                    throw e;
                }
                return place.patch(context(PatchType.SERVER_SIDE_APPLY, dryRun, true));
            }
        }));
    }

    /** Changes single fields and leaves the rest, by a JSON merge patch. */
    public Map<String, Object> change(ObjectName name, Map<String, Object> patch, boolean dryRun) {
        String json = client.getKubernetesSerialization().asJson(patch);
        return toTree(asking(
                "changing TenantCluster " + name,
                () -> generic(name).patch(context(PatchType.JSON_MERGE, dryRun, false), json)));
    }

    public void delete(ObjectName name) {
        asking("deleting TenantCluster " + name, () -> generic(name).delete());
    }

    /** The ProviderConfigs of the platform that clusters of a namespace may use. */
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

    private static PatchContext context(PatchType type, boolean dryRun, boolean force) {
        PatchContext.Builder context = new PatchContext.Builder()
                .withPatchType(type)
                .withFieldManager(MANAGER)
                .withFieldValidation("Strict");
        if (dryRun) {
            context.withDryRun(List.of("All"));
        }
        return (force ? context.withForce(true) : context).build();
    }

    /** Scaling changes a field otherwise than applying does, and so conflicts with it under the very same name. */
    private static boolean isConflictWithOurselves(KubernetesClientException e) {
        return KubeErrors.isConflict(e)
                && e.getStatus() != null
                && e.getStatus().getDetails() != null
                && !e.getStatus().getDetails().getCauses().isEmpty()
                && e.getStatus().getDetails().getCauses().stream()
                        .allMatch(cause -> cause.getMessage() != null
                                && cause.getMessage().startsWith("conflict with \"" + MANAGER + "\""));
    }

    private Map<String, Object> toTree(GenericKubernetesResource object) {
        return Tree.asMap(client.getKubernetesSerialization().convertValue(object, Map.class));
    }

    /** A single object that is absent and a server that has no such objects answer alike; a list tells them apart. */
    private ButlerException absent(ObjectName name) {
        requireManagementCluster();
        return new ButlerException(
                ErrorCode.NOT_FOUND,
                "There is no TenantCluster %s.".formatted(name),
                "See which there are with butlerctl cluster list -A.");
    }

    private <T> T asking(String doing, Supplier<T> call) {
        return KubeErrors.askingForKind(client, "TenantClusters", doing, call);
    }
}
