package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads the related objects of a tenant cluster in its management cluster: machines, events and the kubeconfig. Thread-safe; errors of the
 * API are thrown as {@link ButlerException}.
 */
public final class TenantObjectFinder {
    private static final ResourceDefinitionContext MACHINE = new ResourceDefinitionContext.Builder()
            .withGroup("cluster.x-k8s.io")
            .withVersion("v1beta1")
            .withKind("Machine")
            .withPlural("machines")
            .withNamespaced(true)
            .build();
    private static final String CLUSTER_LABEL = "cluster.x-k8s.io/cluster-name";
    private static final List<String> KUBECONFIG_KEYS = List.of("admin.conf", "kubeconfig", "value");

    private final KubernetesClient client;

    public TenantObjectFinder(KubernetesClient client) {
        this.client = client;
    }

    /** Lists the workers by name. */
    public List<TenantMachine> machines(TenantCluster cluster) {
        return TenantSummary.tenantNamespace(cluster)
                .map(namespace -> machines(namespace, cluster.getMetadata().getName()))
                .orElse(List.of());
    }

    private List<TenantMachine> machines(String namespace, String cluster) {
        try {
            return client
                    .genericKubernetesResources(MACHINE)
                    .inNamespace(namespace)
                    .withLabel(CLUSTER_LABEL, cluster)
                    .list()
                    .getItems()
                    .stream()
                    .map(machine -> client.getKubernetesSerialization().convertValue(machine, Map.class))
                    .map(tree -> TenantMachine.of(UntypedTree.of(tree)))
                    .sorted(Comparator.comparing(TenantMachine::name))
                    .toList();
        } catch (KubernetesClientException e) {
            if (KubeErrorMapper.isNotFound(e)) {
                return List.of();
            }
            throw KubeErrorMapper.translate("listing the machines of " + cluster, e);
        }
    }

    /** Lists the events of the cluster and its objects, the oldest first. */
    public List<TenantEvent> events(TenantCluster cluster) {
        Stream<Event> own = events(cluster.getMetadata().getNamespace()).filter(event -> isAbout(event, cluster));
        Stream<Event> parts = TenantSummary.tenantNamespace(cluster).stream()
                .filter(namespace -> !namespace.equals(cluster.getMetadata().getNamespace()))
                .flatMap(this::events);
        return Stream.concat(own, parts)
                .map(TenantEvent::of)
                .sorted(Comparator.comparing(TenantEvent::at).thenComparing(TenantEvent::message))
                .toList();
    }

    private Stream<Event> events(String namespace) {
        return KubeErrorMapper.translating(
                client,
                "listing events",
                () -> client.v1().events().inNamespace(namespace).list())
                .getItems()
                .stream();
    }

    /** Ignores events of a deleted cluster with the same name. */
    private static boolean isAbout(Event event, TenantCluster cluster) {
        String uid = event.getInvolvedObject().getUid();
        return "TenantCluster".equals(event.getInvolvedObject().getKind())
                && Objects.equals(
                        cluster.getMetadata().getName(),
                        event.getInvolvedObject().getName())
                && (uid == null || uid.equals(cluster.getMetadata().getUid()));
    }

    /**
     * Returns the administrator kubeconfig, with one context named after the cluster.
     *
     * @throws ButlerException with NOT_READY if it does not exist yet, or with INVALID_INPUT if it refers to local files or programs
     */
    public Kubeconfig kubeconfig(TenantCluster cluster) {
        String name = cluster.getMetadata().getName();
        Kubeconfig stored = Kubeconfig.parse(storedKubeconfig(cluster), "The kubeconfig of " + name);
        String context = stored.usualContext()
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_READY, "The kubeconfig of %s has no context.".formatted(name)));
        List<String> needs = stored.localNeeds(context);
        if (!needs.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "The kubeconfig of %s is rejected: it requires %s on this machine."
                            .formatted(name, String.join(", ", needs)),
                    "The kubeconfig must contain its certificates and keys.");
        }
        return stored.extract(context, name, name + "-admin");
    }

    private String storedKubeconfig(TenantCluster cluster) {
        ObjectName name = ObjectName.from(cluster);
        String namespace = TenantSummary.tenantNamespace(cluster).orElseThrow(() -> notYet(name));
        String secretName = Optional.ofNullable(cluster.getStatus())
                .map(TenantClusterStatus::kubeconfigSecretRef)
                .map(LocalReference::name)
                .orElse(name.name() + "-admin-kubeconfig");
        Secret secret = KubeErrorMapper.translating(
                client,
                "reading the kubeconfig of " + name,
                () -> client.secrets()
                        .inNamespace(namespace)
                        .withName(secretName)
                        .get());
        Map<String, String> data =
                Optional.ofNullable(secret).map(Secret::getData).orElseThrow(() -> notYet(name));
        return KUBECONFIG_KEYS.stream()
                .flatMap(key -> Optional.ofNullable(data.get(key)).stream())
                .findFirst()
                .map(text -> new String(Base64.getMimeDecoder().decode(text), StandardCharsets.UTF_8))
                .orElseThrow(() -> notYet(name));
    }

    private static ButlerException notYet(ObjectName name) {
        return new ButlerException(
                ErrorCode.NOT_READY,
                "TenantCluster %s has no kubeconfig yet.".formatted(name),
                "Check its progress with 'butlerctl cluster watch %s'.".formatted(name.name()));
    }
}
