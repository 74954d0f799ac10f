package dev.butlerlabs.core.embedded.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.http.Answer;
import dev.butlerlabs.core.embedded.http.ApiRequest;
import dev.butlerlabs.core.embedded.json.Json;
import dev.butlerlabs.core.embedded.resource.Catalog;
import dev.butlerlabs.core.embedded.resource.GroupVersion;
import dev.butlerlabs.core.embedded.resource.Resource;
import dev.butlerlabs.core.embedded.resource.Subresource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Serves unaggregated discovery: groups and resources, each list on its own path. See {@link AggregatedDiscovery} for the other format. */
public final class Discovery {
    private final Catalog catalog;
    private final AggregatedDiscovery aggregated;

    public Discovery(Catalog catalog) {
        this.catalog = catalog;
        this.aggregated = new AggregatedDiscovery(catalog);
    }

    /** Serves {@code /api}. */
    public Answer core(ApiRequest request) {
        if (AggregatedDiscovery.isWanted(request)) {
            return aggregated.core(request);
        }
        ObjectNode versions = Json.object();
        versions.put("kind", "APIVersions");
        versions.putArray("versions").add("v1");
        versions.putArray("serverAddressByClientCIDRs")
                .addObject()
                .put("clientCIDR", "0.0.0.0/0")
                .put("serverAddress", request.headers().host());
        return Answer.json(200, versions);
    }

    /** Serves {@code /apis}. */
    public Answer groups(ApiRequest request) {
        if (AggregatedDiscovery.isWanted(request)) {
            return aggregated.groups(request);
        }
        ObjectNode list = Json.object();
        list.put("kind", "APIGroupList").put("apiVersion", "v1");
        ArrayNode groups = list.putArray("groups");
        versionsByGroup(catalog).forEach((group, versions) -> {
            if (!group.isEmpty()) {
                groups.add(group(group, versions));
            }
        });
        return Answer.json(200, list);
    }

    public boolean hasGroup(String group) {
        return !group.isEmpty() && versionsByGroup(catalog).containsKey(group);
    }

    /** Serves {@code /apis/<group>}. */
    public Answer group(String name) {
        ObjectNode group = group(name, versionsByGroup(catalog).get(name));
        ObjectNode answer = Json.object();
        answer.put("kind", "APIGroup").put("apiVersion", "v1");
        answer.setAll(group);
        return Answer.json(200, answer);
    }

    /** Serves {@code /api/v1} and {@code /apis/<group>/<version>}. */
    public Answer resources(GroupVersion groupVersion) {
        ObjectNode list = Json.object();
        list.put("kind", "APIResourceList").put("apiVersion", "v1").put("groupVersion", groupVersion.apiVersion());
        ArrayNode resources = list.putArray("resources");
        for (Resource resource : catalog.all()) {
            if (resource.groupVersion().equals(groupVersion)) {
                addResource(resources, resource);
            }
        }
        return Answer.json(200, list);
    }

    private static void addResource(ArrayNode resources, Resource resource) {
        ObjectNode main = resources.addObject();
        main.put("name", resource.plural())
                .put("singularName", resource.names().singular())
                .put("namespaced", resource.namespaced())
                .put("kind", resource.kind());
        Words.put(main, "verbs", Words.verbs(resource));
        Words.putUnlessEmpty(main, "shortNames", resource.names().shortNames());
        Words.putUnlessEmpty(main, "categories", resource.names().categories());
        main.put("storageVersionHash", Words.storageVersionHash(resource));
        for (Subresource part : Words.parts(resource)) {
            ObjectNode sub = resources.addObject();
            sub.put("name", resource.plural() + "/" + part.word())
                    .put("singularName", "")
                    .put("namespaced", resource.namespaced());
            if (part == Subresource.SCALE) {
                sub.put("group", "autoscaling").put("version", "v1");
            }
            sub.put("kind", part == Subresource.SCALE ? "Scale" : resource.kind());
            Words.put(sub, "verbs", Words.verbs(part));
        }
    }

    private static ObjectNode group(String name, Collection<String> versions) {
        ObjectNode group = Json.object();
        group.put("name", name);
        ArrayNode list = group.putArray("versions");
        versions.forEach(version -> list.add(version(name, version)));
        group.set("preferredVersion", list.get(0).deepCopy());
        return group;
    }

    private static ObjectNode version(String group, String version) {
        return Json.object()
                .put("groupVersion", new GroupVersion(group, version).apiVersion())
                .put("version", version);
    }

    /** Returns every group with its versions, the most stable version first. */
    static Map<String, List<String>> versionsByGroup(Catalog catalog) {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        for (Resource resource : catalog.all()) {
            List<String> versions = groups.computeIfAbsent(resource.group(), key -> new ArrayList<>());
            if (!versions.contains(resource.groupVersion().version())) {
                versions.add(resource.groupVersion().version());
            }
        }
        groups.values().forEach(versions -> versions.sort(GroupVersion.byMaturity()));
        return groups;
    }
}
