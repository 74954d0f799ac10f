package dev.butlerlabs.core.embedded.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.http.ApiRequest;
import dev.butlerlabs.core.embedded.http.ApiResponse;
import dev.butlerlabs.core.embedded.json.JsonCodec;
import dev.butlerlabs.core.embedded.resource.GroupVersion;
import dev.butlerlabs.core.embedded.resource.ResourceCatalog;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.resource.Subresource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Serves unaggregated discovery: groups and resources, each list on its own path. See {@link AggregatedDiscovery} for the other format. */
public final class DiscoveryHandler {
    private final ResourceCatalog catalog;
    private final AggregatedDiscovery aggregated;

    public DiscoveryHandler(ResourceCatalog catalog) {
        this.catalog = catalog;
        this.aggregated = new AggregatedDiscovery(catalog);
    }

    /** Serves {@code /api}. */
    public ApiResponse core(ApiRequest request) {
        if (AggregatedDiscovery.isWanted(request)) {
            return aggregated.core(request);
        }
        ObjectNode versions = JsonCodec.object();
        versions.put("kind", "APIVersions");
        versions.putArray("versions").add("v1");
        versions.putArray("serverAddressByClientCIDRs")
                .addObject()
                .put("clientCIDR", "0.0.0.0/0")
                .put("serverAddress", request.headers().host());
        return ApiResponse.json(200, versions);
    }

    /** Serves {@code /apis}. */
    public ApiResponse groups(ApiRequest request) {
        if (AggregatedDiscovery.isWanted(request)) {
            return aggregated.groups(request);
        }
        ObjectNode list = JsonCodec.object();
        list.put("kind", "APIGroupList").put("apiVersion", "v1");
        ArrayNode groups = list.putArray("groups");
        versionsByGroup(catalog).forEach((group, versions) -> {
            if (!group.isEmpty()) {
                groups.add(group(group, versions));
            }
        });
        return ApiResponse.json(200, list);
    }

    public boolean hasGroup(String group) {
        return !group.isEmpty() && versionsByGroup(catalog).containsKey(group);
    }

    /** Serves {@code /apis/<group>}. */
    public ApiResponse group(String name) {
        ObjectNode group = group(name, versionsByGroup(catalog).get(name));
        ObjectNode answer = JsonCodec.object();
        answer.put("kind", "APIGroup").put("apiVersion", "v1");
        answer.setAll(group);
        return ApiResponse.json(200, answer);
    }

    /** Serves {@code /api/v1} and {@code /apis/<group>/<version>}. */
    public ApiResponse resources(GroupVersion groupVersion) {
        ObjectNode list = JsonCodec.object();
        list.put("kind", "APIResourceList").put("apiVersion", "v1").put("groupVersion", groupVersion.apiVersion());
        ArrayNode resources = list.putArray("resources");
        for (ServedResource resource : catalog.all()) {
            if (resource.groupVersion().equals(groupVersion)) {
                addResource(resources, resource);
            }
        }
        return ApiResponse.json(200, list);
    }

    private static void addResource(ArrayNode resources, ServedResource resource) {
        ObjectNode main = resources.addObject();
        main.put("name", resource.plural())
                .put("singularName", resource.names().singular())
                .put("namespaced", resource.namespaced())
                .put("kind", resource.kind());
        DiscoveryDocuments.put(main, "verbs", DiscoveryDocuments.verbs(resource));
        DiscoveryDocuments.putUnlessEmpty(main, "shortNames", resource.names().shortNames());
        DiscoveryDocuments.putUnlessEmpty(main, "categories", resource.names().categories());
        main.put("storageVersionHash", DiscoveryDocuments.storageVersionHash(resource));
        for (Subresource part : DiscoveryDocuments.parts(resource)) {
            ObjectNode sub = resources.addObject();
            sub.put("name", resource.plural() + "/" + part.word())
                    .put("singularName", "")
                    .put("namespaced", resource.namespaced());
            if (part == Subresource.SCALE) {
                sub.put("group", "autoscaling").put("version", "v1");
            }
            sub.put("kind", part == Subresource.SCALE ? "Scale" : resource.kind());
            DiscoveryDocuments.put(sub, "verbs", DiscoveryDocuments.verbs(part));
        }
    }

    private static ObjectNode group(String name, Collection<String> versions) {
        ObjectNode group = JsonCodec.object();
        group.put("name", name);
        ArrayNode list = group.putArray("versions");
        versions.forEach(version -> list.add(version(name, version)));
        group.set("preferredVersion", list.get(0).deepCopy());
        return group;
    }

    private static ObjectNode version(String group, String version) {
        return JsonCodec.object()
                .put("groupVersion", new GroupVersion(group, version).apiVersion())
                .put("version", version);
    }

    /** Returns every group with its versions, the most stable version first. */
    static Map<String, List<String>> versionsByGroup(ResourceCatalog catalog) {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        for (ServedResource resource : catalog.all()) {
            List<String> versions = groups.computeIfAbsent(resource.group(), key -> new ArrayList<>());
            if (!versions.contains(resource.groupVersion().version())) {
                versions.add(resource.groupVersion().version());
            }
        }
        groups.values().forEach(versions -> versions.sort(GroupVersion.byMaturity()));
        return groups;
    }
}
