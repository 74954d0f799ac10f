package dev.butlerlabs.core.backup.content;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Finds the resources that a cluster stores itself, and whose objects can be listed and created. Omits aggregated APIs, whose objects are
 * stored elsewhere, and events and leases, which are of use for minutes only. Not thread-safe.
 */
public final class ApiTypeReader {
    private static final Set<String> OMITTED = Set.of("events", "events.events.k8s.io", "leases.coordination.k8s.io");
    private static final String STATUS = "/status";

    private final KubernetesClient client;
    private final ApiDocumentReader api;
    private final Map<String, List<ResourceType>> documents = new HashMap<>();

    public ApiTypeReader(KubernetesClient client) {
        this.client = client;
        this.api = new ApiDocumentReader(client);
    }

    /** Returns the resources in the order in which their objects are restored. */
    public List<ResourceType> read() {
        Map<String, ResourceType> types = new LinkedHashMap<>();
        ResourceTypeReader.definitions(client).forEach(type -> types.put(type.name(), type));
        Set<String> aggregated = aggregated();
        for (JsonNode group : api.find("/apis").path("groups")) {
            String name = group.path("name").asText();
            versions(group)
                    .filter(version -> !aggregated.contains(name + "/" + version))
                    .forEach(
                            version -> discovered(name, version).forEach(type -> types.putIfAbsent(type.name(), type)));
        }
        discovered("", "v1").forEach(type -> types.putIfAbsent(type.name(), type));
        return types.values().stream()
                .filter(type -> !OMITTED.contains(type.name()))
                .sorted(Comparator.comparingInt(TenantTypeOrder::rank).thenComparing(ResourceType::name))
                .toList();
    }

    /** Returns whether the cluster serves a resource in its version. */
    public boolean serves(ResourceType type) {
        return documents.computeIfAbsent(type.apiVersion(), _ -> discovered(type.group(), type.version())).stream()
                .anyMatch(served -> served.plural().equals(type.plural()));
    }

    /** The preferred version first: the others may have resources that it does not have. */
    private static Stream<String> versions(JsonNode group) {
        String preferred = group.path("preferredVersion").path("version").asText();
        return Stream.concat(
                        Stream.of(preferred),
                        StreamSupport.stream(group.path("versions").spliterator(), false)
                                .map(version -> version.path("version").asText()))
                .distinct();
    }

    private List<ResourceType> discovered(String group, String version) {
        JsonNode list = api.find(group.isEmpty() ? "/api/" + version : "/apis/" + group + "/" + version);
        Set<String> withStatus = new HashSet<>();
        list.path("resources").forEach(resource -> {
            String name = resource.path("name").asText();
            if (name.endsWith(STATUS)) {
                withStatus.add(name.substring(0, name.length() - STATUS.length()));
            }
        });
        List<ResourceType> types = new ArrayList<>();
        for (JsonNode resource : list.path("resources")) {
            String name = resource.path("name").asText();
            if (!name.contains("/") && hasVerbs(resource)) {
                types.add(new ResourceType(
                        group,
                        version,
                        name,
                        resource.path("kind").asText(),
                        resource.path("namespaced").asBoolean(),
                        withStatus.contains(name)));
            }
        }
        return types;
    }

    private static boolean hasVerbs(JsonNode resource) {
        Set<String> verbs = new HashSet<>();
        resource.path("verbs").forEach(verb -> verbs.add(verb.asText()));
        return verbs.contains("list") && verbs.contains("create");
    }

    private Set<String> aggregated() {
        Set<String> versions = new HashSet<>();
        for (JsonNode service :
                api.find("/apis/apiregistration.k8s.io/v1/apiservices").path("items")) {
            JsonNode spec = service.path("spec");
            if (spec.path("service").isObject()) {
                versions.add(
                        spec.path("group").asText() + "/" + spec.path("version").asText());
            }
        }
        return versions;
    }
}
