package dev.butlerlabs.core.backup.content;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** Finds the custom resources of Butler, Cluster API and the hosted control planes that a cluster has. */
final class ResourceTypeReader {
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
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

    /** Returns all custom resources of a cluster. Reads trees: the classes of schemas would add megabytes to a native program. */
    static List<ResourceType> definitions(KubernetesClient client) {
        List<ResourceType> types = new ArrayList<>();
        for (JsonNode definition :
                new ApiDocumentReader(client).get(DEFINITIONS).path("items")) {
            List<JsonNode> served = definition
                    .at("/spec/versions")
                    .valueStream()
                    .filter(version -> version.path("served").asBoolean())
                    .toList();
            if (!served.isEmpty()) {
                types.add(of(definition.path("spec"), served));
            }
        }
        return types;
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
    private static ResourceType of(JsonNode spec, List<JsonNode> served) {
        JsonNode version = served.stream()
                .filter(candidate -> candidate.path("storage").asBoolean())
                .findFirst()
                .orElseGet(served::getLast);
        return new ResourceType(
                spec.path("group").asText(),
                version.path("name").asText(),
                spec.at("/names/plural").asText(),
                spec.at("/names/kind").asText(),
                spec.path("scope").asText().equals("Namespaced"),
                version.at("/subresources/status").isObject());
    }
}
