package dev.butlerlabs.core.gitops;

import dev.butlerlabs.core.api.AddonDefinition;
import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ClusterCreationPolicy;
import dev.butlerlabs.core.api.IdentityProvider;
import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.ManagementAddon;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.User;
import dev.butlerlabs.core.api.WorkspaceTemplate;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Exports the resources of a platform as the files of a Git repository. Applied to a platform with the same version of Butler and the same
 * Secrets, the files give the same resources. Thread-safe; changes nothing.
 */
public final class PlatformExporter {
    /** What users and operators write. Objects that controllers create from these are omitted. */
    private static final List<Class<? extends CustomResource<?, ?>>> TYPES = List.of(
            ButlerConfig.class,
            ProviderConfig.class,
            NetworkPool.class,
            Team.class,
            User.class,
            IdentityProvider.class,
            ClusterCreationPolicy.class,
            AddonDefinition.class,
            ManagementAddon.class,
            ImageSync.class,
            WorkspaceTemplate.class,
            TenantCluster.class,
            TenantAddon.class);

    private final KubernetesClient management;
    private final Function<Object, String> yaml;

    /**
     * @param management the management cluster
     * @param yaml writes a tree as YAML
     */
    public PlatformExporter(KubernetesClient management, Function<Object, String> yaml) {
        this.management = management;
        this.yaml = yaml;
    }

    /**
     * Exports all resources of the platform.
     *
     * @return the files by relative path
     * @throws ButlerException with NOT_MANAGEMENT_CLUSTER if the server has no resources of Butler
     */
    public SequencedMap<String, String> platform() {
        List<Map<String, Object>> manifests = new ArrayList<>();
        TYPES.forEach(type ->
                list(type, Optional.empty()).map(ManifestExporter::export).forEach(manifests::add));
        if (manifests.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.NOT_FOUND,
                    "The platform has no resources to export.",
                    "Check the kubeconfig and its context.");
        }
        TreeSet<String> namespaces = new TreeSet<>();
        manifests.forEach(
                manifest -> UntypedTree.of(manifest).text("metadata.namespace").ifPresent(namespaces::add));
        namespaces.forEach(name -> manifests.add(ManifestExporter.namespace(name, namespace(name))));
        return RepositoryLayout.of("Butler platform", manifests, yaml);
    }

    /**
     * Exports a tenant cluster and the addons that users added to it.
     *
     * @return the files by relative path
     * @throws ButlerException with NOT_FOUND if the cluster does not exist
     */
    public SequencedMap<String, String> tenant(ObjectName cluster) {
        Optional<String> namespace = cluster.namespace();
        List<Map<String, Object>> manifests = new ArrayList<>();
        list(TenantCluster.class, namespace)
                .filter(object -> object.anyText("metadata.name").equals(cluster.name()))
                .map(ManifestExporter::export)
                .forEach(manifests::add);
        if (manifests.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.NOT_FOUND,
                    "TenantCluster %s not found.".formatted(cluster),
                    "List the clusters with 'butlerctl cluster list -A'.");
        }
        list(TenantAddon.class, namespace)
                .filter(addon -> addon.anyText("spec.clusterRef.name").equals(cluster.name()))
                .map(ManifestExporter::export)
                .forEach(manifests::add);
        return RepositoryLayout.of("Tenant cluster " + cluster, manifests, yaml);
    }

    private Stream<UntypedTree> list(Class<? extends CustomResource<?, ?>> type, Optional<String> namespace) {
        var all = management.genericKubernetesResources(ResourceDefinitionContext.fromResourceType(type));
        String kinds = HasMetadata.getKind(type) + "s";
        List<GenericKubernetesResource> items = KubeErrorMapper.askingForKind(
                management,
                kinds,
                "listing " + kinds,
                () -> namespace
                        .map(name -> all.inNamespace(name).list())
                        .orElseGet(() -> all.inAnyNamespace().list())
                        .getItems());
        return items.stream().map(this::tree).filter(ManifestExporter::isExported);
    }

    private UntypedTree namespace(String name) {
        return KubeErrorMapper.translating(
                "reading Namespace " + name,
                () -> tree(management.namespaces().withName(name).require()));
    }

    private UntypedTree tree(HasMetadata object) {
        return UntypedTree.of(management.getKubernetesSerialization().convertValue(object, Map.class));
    }
}
