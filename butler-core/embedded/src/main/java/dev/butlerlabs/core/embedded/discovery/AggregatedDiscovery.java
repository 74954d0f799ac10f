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
import java.util.List;
import java.util.Optional;

/** Serves aggregated discovery: all groups, versions and resources in one response, which saves clients one request per version. */
final class AggregatedDiscovery {
    private static final String WANTED = "as=APIGroupDiscoveryList";

    private static final List<String> VERSIONS = List.of("v2", "v2beta1");

    private final Catalog catalog;

    AggregatedDiscovery(Catalog catalog) {
        this.catalog = catalog;
    }

    static boolean isWanted(ApiRequest request) {
        return wantedVersion(request).isPresent();
    }

    /** Returns the version requested by the first clause of the Accept header. */
    private static Optional<String> wantedVersion(ApiRequest request) {
        for (String clause : request.headers().accept().split(",", -1)) {
            if (!clause.contains("as=")) {
                return Optional.empty();
            }
            for (String version : VERSIONS) {
                if (clause.contains(WANTED)
                        && List.of(clause.strip().split(";", -1)).contains("v=" + version)) {
                    return Optional.of(version);
                }
            }
        }
        return Optional.empty();
    }

    Answer core(ApiRequest request) {
        ArrayNode items = Json.object().arrayNode();
        items.add(group("", List.of("v1")));
        return answer(request, items);
    }

    Answer groups(ApiRequest request) {
        ArrayNode items = Json.object().arrayNode();
        Discovery.versionsByGroup(catalog).forEach((group, versions) -> {
            if (!group.isEmpty()) {
                items.add(group(group, versions));
            }
        });
        return answer(request, items);
    }

    private static Answer answer(ApiRequest request, ArrayNode items) {
        String version = wantedVersion(request).orElse("v2");
        ObjectNode list = Json.object();
        list.put("kind", "APIGroupDiscoveryList").put("apiVersion", "apidiscovery.k8s.io/" + version);
        list.putObject("metadata");
        list.set("items", items);
        String type = "application/json;g=apidiscovery.k8s.io;v=" + version + ";" + WANTED;
        return new Answer.Whole(200, type, Json.write(list));
    }

    private ObjectNode group(String name, List<String> versions) {
        ObjectNode group = Json.object();
        ObjectNode metadata = group.putObject("metadata");
        metadata.putNull("creationTimestamp");
        if (!name.isEmpty()) {
            metadata.put("name", name);
        }
        ArrayNode list = group.putArray("versions");
        for (String version : versions) {
            ObjectNode described = list.addObject();
            described.put("version", version);
            ArrayNode resources = described.putArray("resources");
            catalog.all().stream()
                    .filter(resource -> resource.groupVersion().equals(new GroupVersion(name, version)))
                    .forEach(resource -> resources.add(resource(resource)));
            described.put("freshness", "Current");
        }
        return group;
    }

    private static ObjectNode resource(Resource resource) {
        ObjectNode described = Json.object();
        described.put("resource", resource.plural());
        described.set("responseKind", kind(resource.groupVersion(), resource.kind()));
        described.put("scope", resource.namespaced() ? "Namespaced" : "Cluster");
        described.put("singularResource", resource.names().singular());
        Words.put(described, "verbs", Words.verbs(resource));
        Words.putUnlessEmpty(described, "shortNames", resource.names().shortNames());
        Words.putUnlessEmpty(described, "categories", resource.names().categories());
        List<Subresource> parts = Words.parts(resource);
        if (!parts.isEmpty()) {
            ArrayNode subresources = described.putArray("subresources");
            parts.forEach(part -> subresources.add(part(resource, part)));
        }
        return described;
    }

    private static ObjectNode part(Resource resource, Subresource part) {
        ObjectNode described = Json.object();
        described.put("subresource", part.word());
        described.set(
                "responseKind",
                part == Subresource.SCALE
                        ? kind(new GroupVersion("autoscaling", "v1"), "Scale")
                        : kind(resource.groupVersion(), resource.kind()));
        Words.put(described, "verbs", Words.verbs(part));
        return described;
    }

    private static ObjectNode kind(GroupVersion groupVersion, String kind) {
        return Json.object()
                .put("group", groupVersion.group())
                .put("version", groupVersion.version())
                .put("kind", kind);
    }
}
