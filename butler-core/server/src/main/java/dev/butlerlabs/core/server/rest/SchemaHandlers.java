package dev.butlerlabs.core.server.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.CustomResourceTypes;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.server.route.ApiCall;
import dev.butlerlabs.core.version.KubernetesMinor;
import dev.butlerlabs.core.version.ReleaseVersion;
import dev.butlerlabs.core.version.VersionList;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What forms are generated from: the schemas of the resources and the offered versions. */
public final class SchemaHandlers {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, Optional<ResourceSchema>> schemas = new ConcurrentHashMap<>();

    /**
     * The schema of the spec of a resource.
     *
     * @param schema JSON Schema with descriptions
     * @param defaults the default values, as a spec
     * @param fixed the paths of fields that cannot change after the creation
     */
    public record ResourceSchema(
            String kind, String apiVersion, JsonNode schema, JsonNode defaults, List<String> fixed) {}

    /** The Kubernetes releases for tenant clusters, the newest first. */
    public record OfferedVersions(
            List<String> kubernetes,

            @dev.butlerlabs.core.server.json.JsonField("default")
            String usual) {}

    public ResourceSchema schema(ApiCall call) {
        return type(call.path("kind"))
                .flatMap(type -> schemas.computeIfAbsent(call.path("kind"), _ -> Optional.of(read(type))))
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_FOUND, "Resource %s not found.".formatted(call.path("kind"))));
    }

    private static Optional<Class<? extends CustomResource<?, ?>>> type(String plural) {
        for (Class<? extends CustomResource<?, ?>> type : CustomResourceTypes.ALL) {
            if (CustomResource.getCRDName(type).startsWith(plural + ".")) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }

    private static ResourceSchema read(Class<? extends CustomResource<?, ?>> type) {
        JsonNode definition = CustomResourceDefinitionFiles.tree(type);
        JsonNode version = definition.at("/spec/versions/0");
        JsonNode spec = version.at("/schema/openAPIV3Schema/properties/spec");
        return new ResourceSchema(
                definition.at("/spec/names/kind").asText(),
                definition.at("/spec/group").asText() + "/"
                        + version.path("name").asText(),
                spec,
                defaults(spec),
                type == TenantCluster.class ? ClusterSpecEditor.fixedFields() : List.of());
    }

    /** Returns the defaults of a schema and of its properties. */
    private static JsonNode defaults(JsonNode schema) {
        if (schema.has("default")) {
            return schema.get("default");
        }
        ObjectNode values = JSON.createObjectNode();
        schema.path("properties").properties().forEach(property -> {
            JsonNode value = defaults(property.getValue());
            if (!value.isObject() || !value.isEmpty()) {
                values.set(property.getKey(), value);
            }
        });
        return values;
    }

    public OfferedVersions versions(ApiCall call) {
        VersionList versions = VersionList.current();
        return new OfferedVersions(
                versions.kubernetes().stream()
                        .map(KubernetesMinor::releases)
                        .flatMap(List::stream)
                        .sorted(Comparator.reverseOrder())
                        .map(ReleaseVersion::toString)
                        .toList(),
                versions.defaultKubernetes().toString());
    }
}
