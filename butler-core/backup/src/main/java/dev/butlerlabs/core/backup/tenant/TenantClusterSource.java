package dev.butlerlabs.core.backup.tenant;

import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.backup.content.ObjectPage;
import dev.butlerlabs.core.backup.content.ResourceType;
import dev.butlerlabs.core.backup.content.TenantSource;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.DecodedList;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.UndecodableObject;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.core.tenant.change.TenantSummary;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A tenant cluster of a management cluster as the source of a backup. Its content is read through its own API, with a kubeconfig that the
 * user selects or with the one of its administrator, so that no access to the data store is needed, which contains the data of other tenant
 * clusters too. Not thread-safe.
 */
public final class TenantClusterSource implements TenantSource {
    private static final ResourceType CLUSTERS = type(TenantCluster.class);
    private static final ResourceType ADDONS = type(TenantAddon.class);
    private static final List<String> CONTROL_PLANE_LABELS = List.of("steward.butlerlabs.dev/", "kamaji.clastix.io/");

    private final KubernetesClient management;
    private final TenantCluster cluster;
    private final TenantAccess access;
    private final List<GenericKubernetesResource> addons;
    private final boolean includesSecrets;
    private final List<String> warnings = new ArrayList<>();

    private TenantClusterSource(
            KubernetesClient management,
            TenantCluster cluster,
            TenantAccess access,
            List<GenericKubernetesResource> addons,
            boolean includesSecrets) {
        this.management = management;
        this.cluster = cluster;
        this.access = access;
        this.addons = addons;
        this.includesSecrets = includesSecrets;
    }

    /** Returns a tenant cluster; its backup contains the Secrets of its control plane if the user may read them. */
    public static TenantClusterSource one(KubernetesClient management, TenantCluster cluster, TenantAccess access) {
        List<GenericKubernetesResource> addons = list(
                ADDONS,
                () -> management
                        .genericKubernetesResources(ADDONS.context())
                        .inNamespace(cluster.getMetadata().getNamespace())
                        .list()
                        .getItems());
        return new TenantClusterSource(management, cluster, access, of(addons, cluster), true);
    }

    /** Returns all tenant clusters of a management cluster, of which there is a backup that contains the Secrets. */
    public static List<TenantSource> all(KubernetesClient management, KubeConnector connector) {
        TenantAccess access = TenantAccess.ofAdministrator(management, connector);
        DecodedList<TenantCluster> clusters = new TenantClusterClient(management).list(Optional.empty());
        List<GenericKubernetesResource> addons = list(
                ADDONS,
                () -> management
                        .genericKubernetesResources(ADDONS.context())
                        .inAnyNamespace()
                        .list()
                        .getItems());
        return Stream.concat(
                        clusters.items().stream()
                                .map(cluster -> new TenantClusterSource(
                                        management, cluster, access, of(addons, cluster), false)),
                        clusters.undecodable().stream().map(UndecodableTenant::new))
                .toList();
    }

    /** A TenantCluster that cannot be decoded, so that its API is not known. */
    private record UndecodableTenant(UndecodableObject object) implements TenantSource {
        @Override
        public ObjectName name() {
            return object.name();
        }

        @Override
        public KubernetesClient connect() {
            throw new ButlerException(ErrorCode.INVALID_INPUT, object + ".");
        }

        @Override
        public List<ObjectPage> managementObjects() {
            return List.of();
        }

        @Override
        public List<String> releases() {
            return List.of();
        }
    }

    private static List<GenericKubernetesResource> of(List<GenericKubernetesResource> addons, TenantCluster cluster) {
        return addons.stream()
                .filter(addon -> addon.getMetadata()
                        .getNamespace()
                        .equals(cluster.getMetadata().getNamespace()))
                .filter(addon -> UntypedTree.of(addon.getAdditionalProperties())
                        .anyText("spec.clusterRef.name")
                        .equals(cluster.getMetadata().getName()))
                .toList();
    }

    /** Returns what could not be included. */
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    @Override
    public ObjectName name() {
        return ObjectName.from(cluster);
    }

    @Override
    public KubernetesClient connect() {
        return access.connect(cluster);
    }

    @Override
    public List<ObjectPage> managementObjects() {
        List<ObjectPage> pages = new ArrayList<>();
        pages.add(new ObjectPage(CLUSTERS, stored()));
        pages.add(new ObjectPage(ADDONS, addons));
        if (includesSecrets) {
            pages.add(new ObjectPage(ResourceType.SECRET, secrets()));
        }
        return pages.stream().filter(page -> !page.objects().isEmpty()).toList();
    }

    @Override
    public List<String> releases() {
        return addons.stream()
                .map(addon -> UntypedTree.of(addon.getAdditionalProperties()).at("status.helmRelease"))
                .filter(release -> release.has("name"))
                .map(release -> release.anyText("namespace") + "/" + release.anyText("name"))
                .toList();
    }

    /** With managed fields, which show what users set. */
    private List<GenericKubernetesResource> stored() {
        return KubeErrorMapper.translating(
                "reading TenantCluster " + name(),
                () -> Optional.ofNullable(management
                                .genericKubernetesResources(CLUSTERS.context())
                                .inNamespace(cluster.getMetadata().getNamespace())
                                .withName(cluster.getMetadata().getName())
                                .get())
                        .stream()
                        .toList());
    }

    /** Members of teams have no access to the namespaces of control planes; their backups are complete without these Secrets. */
    private List<GenericKubernetesResource> secrets() {
        Optional<String> namespace = TenantSummary.tenantNamespace(cluster);
        try {
            return namespace.stream()
                    .flatMap(name -> list(
                            ResourceType.SECRET,
                            () -> management
                                    .genericKubernetesResources(ResourceType.SECRET.context())
                                    .inNamespace(name)
                                    .list()
                                    .getItems())
                            .stream())
                    .filter(this::isOfControlPlane)
                    .toList();
        } catch (ButlerException e) {
            if (e.code() != ErrorCode.FORBIDDEN) {
                throw e;
            }
            warnings.add("The Secrets of the control plane are not included: you are not permitted to read them.");
            return List.of();
        }
    }

    private boolean isOfControlPlane(GenericKubernetesResource secret) {
        Map<String, String> labels =
                Optional.ofNullable(secret.getMetadata().getLabels()).orElse(Map.of());
        return secret.getMetadata().getName().equals(name().name() + "-ca")
                || labels.keySet().stream()
                        .anyMatch(key -> CONTROL_PLANE_LABELS.stream().anyMatch(key::startsWith));
    }

    private static List<GenericKubernetesResource> list(
            ResourceType type, Supplier<List<GenericKubernetesResource>> request) {
        return KubeErrorMapper.translating("reading " + type.name(), request).stream()
                .map(object -> identified(type, object))
                .toList();
    }

    private static GenericKubernetesResource identified(ResourceType type, GenericKubernetesResource object) {
        object.setApiVersion(type.apiVersion());
        object.setKind(type.kind());
        object.getMetadata().setManagedFields(null);
        return object;
    }

    private static ResourceType type(Class<? extends HasMetadata> kind) {
        ResourceDefinitionContext context = ResourceDefinitionContext.fromResourceType(kind);
        return new ResourceType(
                context.getGroup(), context.getVersion(), context.getPlural(), context.getKind(), true, true);
    }
}
