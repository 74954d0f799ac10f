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
import java.util.List;
import java.util.Optional;

/** Serves aggregated discovery: all groups, versions and resources in one response, which saves clients one request per version. */
final class AggregatedDiscovery {
    private static final String WANTED = "as=APIGroupDiscoveryList";

    private static final List<String> VERSIONS = List.of("v2", "v2beta1");

    private final ResourceCatalog catalog;

    AggregatedDiscovery(ResourceCatalog catalog) {
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

    ApiResponse core(ApiRequest request) {
        ArrayNode items = JsonCodec.object().arrayNode();
        items.add(group("", List.of("v1")));
        return answer(request, items);
    }

    ApiResponse groups(ApiRequest request) {
        ArrayNode items = JsonCodec.object().arrayNode();
        DiscoveryHandler.versionsByGroup(catalog).forEach((group, versions) -> {
            if (!group.isEmpty()) {
                items.add(group(group, versions));
            }
        });
        return answer(request, items);
    }

    private static ApiResponse answer(ApiRequest request, ArrayNode items) {
        String version = wantedVersion(request).orElse("v2");
        ObjectNode list = JsonCodec.object();
        list.put("kind", "APIGroupDiscoveryList").put("apiVersion", "apidiscovery.k8s.io/" + version);
        list.putObject("metadata");
        list.set("items", items);
        String type = "application/json;g=apidiscovery.k8s.io;v=" + version + ";" + WANTED;
        return new ApiResponse.Whole(200, type, JsonCodec.write(list));
    }

    private ObjectNode group(String name, List<String> versions) {
        ObjectNode group = JsonCodec.object();
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

    private static ObjectNode resource(ServedResource resource) {
        ObjectNode described = JsonCodec.object();
        described.put("resource", resource.plural());
        described.set("responseKind", kind(resource.groupVersion(), resource.kind()));
        described.put("scope", resource.namespaced() ? "Namespaced" : "Cluster");
        described.put("singularResource", resource.names().singular());
        DiscoveryDocuments.put(described, "verbs", DiscoveryDocuments.verbs(resource));
        DiscoveryDocuments.putUnlessEmpty(
                described, "shortNames", resource.names().shortNames());
        DiscoveryDocuments.putUnlessEmpty(
                described, "categories", resource.names().categories());
        List<Subresource> parts = DiscoveryDocuments.parts(resource);
        if (!parts.isEmpty()) {
            ArrayNode subresources = described.putArray("subresources");
            parts.forEach(part -> subresources.add(part(resource, part)));
        }
        return described;
    }

    private static ObjectNode part(ServedResource resource, Subresource part) {
        ObjectNode described = JsonCodec.object();
        described.put("subresource", part.word());
        described.set(
                "responseKind",
                part == Subresource.SCALE
                        ? kind(new GroupVersion("autoscaling", "v1"), "Scale")
                        : kind(resource.groupVersion(), resource.kind()));
        DiscoveryDocuments.put(described, "verbs", DiscoveryDocuments.verbs(part));
        return described;
    }

    private static ObjectNode kind(GroupVersion groupVersion, String kind) {
        return JsonCodec.object()
                .put("group", groupVersion.group())
                .put("version", groupVersion.version())
                .put("kind", kind);
    }
}
