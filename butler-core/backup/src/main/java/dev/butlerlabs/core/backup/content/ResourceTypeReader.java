package dev.butlerlabs.core.backup.content;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** Finds the custom resources of Butler, Cluster API and the hosted control planes that a cluster has. */
final class ResourceTypeReader {
    private static final String CLUSTER_API = "cluster.x-k8s.io";
    private static final Set<String> CONTROL_PLANES = Set.of("steward.butlerlabs.dev", "kamaji.clastix.io");

    /** The inventory and the operator of Cluster API describe what is installed, not what was created. */
    private static final Set<String> INSTALLATION =
            Set.of("clusterctl." + CLUSTER_API, "operator." + CLUSTER_API, "runtime." + CLUSTER_API);

    /** In the order in which their objects are created if no ownership decides. */
    private static final List<String> ORDER = List.of(
            "butlerconfigs",
            "identityproviders",
            "users",
            "teams",
            "providerconfigs",
            "networkpools",
            "addondefinitions",
            "clustercreationpolicies",
            "workspacetemplates",
            "clusterbootstraps",
            "imagesyncs",
            "loadbalancerrequests",
            "machinerequests",
            "managementaddons",
            "tenantclusters",
            "ipallocations",
            "tenantaddons",
            "workspaces",
            "datastores",
            "clusters",
            "backupschedules");

    private final KubernetesClient client;

    ResourceTypeReader(KubernetesClient client) {
        this.client = client;
    }

    /** @throws ButlerException if the cluster is not a management cluster */
    List<ResourceType> read() {
        List<ResourceType> types = definitions(client).stream()
                .filter(type -> isIncluded(type.group()))
                .sorted(Comparator.comparingInt(ResourceTypeReader::rank).thenComparing(ResourceType::name))
                .toList();
        if (types.stream().noneMatch(type -> type.group().equals(ApiGroup.NAME))) {
            throw new ButlerException(
                    ErrorCode.NOT_MANAGEMENT_CLUSTER,
                    "The cluster has no custom resources of Butler: %s.".formatted(client.getMasterUrl()));
        }
        return types;
    }

    /** Returns all custom resources of a cluster. */
    static List<ResourceType> definitions(KubernetesClient client) {
        return KubeErrorMapper.translating(
                        "listing the CRDs",
                        () -> client.apiextensions()
                                .v1()
                                .customResourceDefinitions()
                                .list()
                                .getItems())
                .stream()
                .filter(definition -> definition.getSpec().getVersions().stream()
                        .anyMatch(version -> Boolean.TRUE.equals(version.getServed())))
                .map(ResourceTypeReader::of)
                .toList();
    }

    static boolean isIncluded(String group) {
        boolean isClusterApi = group.equals(CLUSTER_API) || group.endsWith("." + CLUSTER_API);
        return group.equals(ApiGroup.NAME)
                || CONTROL_PLANES.contains(group)
                || (isClusterApi && !INSTALLATION.contains(group));
    }

    private static int rank(ResourceType type) {
        int position = ORDER.indexOf(type.plural());
        return position < 0 ? ORDER.size() : position;
    }

    /** Reads objects in the stored version, so that no conversion changes them. */
    private static ResourceType of(CustomResourceDefinition definition) {
        List<CustomResourceDefinitionVersion> served = definition.getSpec().getVersions().stream()
                .filter(version -> Boolean.TRUE.equals(version.getServed()))
                .toList();
        CustomResourceDefinitionVersion version = served.stream()
                .filter(candidate -> Boolean.TRUE.equals(candidate.getStorage()))
                .findFirst()
                .orElseGet(served::getLast);
        return new ResourceType(
                definition.getSpec().getGroup(),
                version.getName(),
                definition.getSpec().getNames().getPlural(),
                definition.getSpec().getNames().getKind(),
                definition.getSpec().getScope().equals("Namespaced"),
                version.getSubresources() != null && version.getSubresources().getStatus() != null);
    }
}
