package dev.butlerlabs.sim.tenant;

import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.GroupVersionForDiscovery;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Lists the names of all objects of a cluster, of every kind and in every namespace, except those that controllers only log or elect with. */
final class ClusterInventory {
    private static final Set<String> IGNORED = Set.of("Event", "Lease", "ComponentStatus", "APIService");

    private ClusterInventory() {}

    static Set<String> of(KubernetesClient client) {
        Set<String> names = new TreeSet<>();
        groupVersions(client)
                .forEach(groupVersion -> listable(client, groupVersion)
                        .forEach(resource -> client.genericKubernetesResources(context(groupVersion, resource))
                                .inAnyNamespace()
                                .list()
                                .getItems()
                                .forEach(object -> names.add("%s %s/%s"
                                        .formatted(
                                                resource.getKind(),
                                                object.getMetadata().getNamespace(),
                                                object.getMetadata().getName())))));
        return names;
    }

    private static Stream<String> groupVersions(KubernetesClient client) {
        return Stream.concat(
                Stream.of("v1"),
                client.getApiGroups().getGroups().stream()
                        .flatMap(group -> group.getVersions().stream().map(GroupVersionForDiscovery::getGroupVersion)));
    }

    private static List<APIResource> listable(KubernetesClient client, String groupVersion) {
        APIResourceList resources = client.getApiResources(groupVersion);
        return resources.getResources().stream()
                .filter(resource -> resource.getVerbs().contains("list"))
                .filter(resource -> !IGNORED.contains(resource.getKind()))
                .toList();
    }

    private static ResourceDefinitionContext context(String groupVersion, APIResource resource) {
        int slash = groupVersion.indexOf('/');
        return new ResourceDefinitionContext.Builder()
                .withGroup(slash < 0 ? "" : groupVersion.substring(0, slash))
                .withVersion(groupVersion.substring(slash + 1))
                .withKind(resource.getKind())
                .withPlural(resource.getName())
                .withNamespaced(resource.getNamespaced())
                .build();
    }
}
