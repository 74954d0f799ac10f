package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.TreeMap;

/** Writes an OpenAPI document: the paths of some resource types and the definitions that they need. */
final class OpenApiWriter {
    private final OpenApiFlavor flavor;
    private final String version;
    private final OpenApiDefinitions definitions;
    private final TreeMap<String, ObjectNode> paths = new TreeMap<>();

    OpenApiWriter(OpenApiFlavor flavor, String version) {
        this.flavor = flavor;
        this.version = version;
        this.definitions = new OpenApiDefinitions(flavor);
    }

    ObjectNode write(List<ServedKind> kinds) {
        kinds.forEach(definitions::add);
        kinds.forEach(this::paths);
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put(flavor == OpenApiFlavor.V3 ? "openapi" : "swagger", flavor == OpenApiFlavor.V3 ? "3.0.0" : "2.0");
        document.putObject("info").put("title", "Kubernetes").put("version", version);
        ObjectNode written = document.putObject("paths");
        paths.forEach(written::set);
        ObjectNode schemas = flavor == OpenApiFlavor.V3
                ? document.putObject("components").putObject("schemas")
                : document.putObject("definitions");
        definitions.all().forEach(schemas::set);
        return document;
    }

    private void paths(ServedKind kind) {
        String root = "/" + kind.apiPath();
        String collection = root + (kind.namespaced() ? "/namespaces/{namespace}/" : "/") + kind.plural();
        OpenApiOperations operations = new OpenApiOperations(flavor, kind);
        paths.put(collection, operations.collection());
        if (kind.namespaced()) {
            paths.put(root + "/" + kind.plural(), operations.allNamespaces());
        }
        paths.put(collection + "/{name}", operations.item());
        for (String subresource : kind.subresources()) {
            paths.put(collection + "/{name}/" + subresource, operations.subresource());
        }
    }

    /** Returns the group, version and kind as in operations and definitions. */
    static ObjectNode groupVersionKind(String group, String version, String kind) {
        ObjectNode name = JsonNodeFactory.instance.objectNode();
        name.put("group", group);
        name.put("kind", kind);
        name.put("version", version);
        return name;
    }

    static JsonNode reference(OpenApiFlavor flavor, String definition) {
        return JsonNodeFactory.instance.objectNode().put("$ref", flavor.reference(definition));
    }
}
