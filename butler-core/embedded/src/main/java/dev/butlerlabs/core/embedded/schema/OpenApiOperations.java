package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/** The operations of a resource type as OpenAPI path items. */
final class OpenApiOperations {
    private static final List<String> CUSTOM_PATCH_TYPES =
            List.of("application/apply-patch+yaml", "application/json-patch+json", "application/merge-patch+json");
    private static final List<String> BUILTIN_PATCH_TYPES = List.of(
            "application/apply-patch+yaml",
            "application/json-patch+json",
            "application/merge-patch+json",
            "application/strategic-merge-patch+json");
    private static final Map<String, String> WRITING =
            Map.of("dryRun", "string", "fieldManager", "string", "fieldValidation", "string");
    private static final Map<String, String> LISTING = Map.of(
            "allowWatchBookmarks", "boolean",
            "continue", "string",
            "fieldSelector", "string",
            "labelSelector", "string",
            "limit", "integer",
            "resourceVersion", "string",
            "resourceVersionMatch", "string",
            "sendInitialEvents", "boolean",
            "timeoutSeconds", "integer",
            "watch", "boolean");
    private static final Map<String, String> DELETING = Map.of(
            "dryRun", "string",
            "gracePeriodSeconds", "integer",
            "orphanDependents", "boolean",
            "propagationPolicy", "string");

    private final OpenApiFlavor flavor;
    private final ServedKind kind;

    OpenApiOperations(OpenApiFlavor flavor, ServedKind kind) {
        this.flavor = flavor;
        this.kind = kind;
    }

    /** Returns the operations on a namespace or on the whole cluster. */
    ObjectNode collection() {
        ObjectNode item = item(false);
        item.set("get", operation("list", kind.listDefinitionName(), LISTING));
        item.set("post", withBody(operation("post", kind.definitionName(), WRITING)));
        item.set("delete", operation("deletecollection", OpenApiDefinitions.STATUS, LISTING));
        return item;
    }

    ObjectNode allNamespaces() {
        ObjectNode item = JsonNodeFactory.instance.objectNode();
        item.set("get", operation("list", kind.listDefinitionName(), LISTING));
        return item;
    }

    ObjectNode item() {
        ObjectNode item = subresource();
        item.set("delete", operation("delete", OpenApiDefinitions.STATUS, DELETING));
        return item;
    }

    ObjectNode subresource() {
        ObjectNode item = item(true);
        item.set("get", operation("get", kind.definitionName(), Map.of()));
        item.set("put", withBody(operation("put", kind.definitionName(), WRITING)));
        item.set("patch", patch());
        return item;
    }

    private ObjectNode item(boolean named) {
        ObjectNode item = JsonNodeFactory.instance.objectNode();
        ArrayNode parameters = item.putArray("parameters");
        if (named) {
            parameters.add(parameter("path", "name", "string").put("required", true));
        }
        if (kind.namespaced()) {
            parameters.add(parameter("path", "namespace", "string").put("required", true));
        }
        return item;
    }

    private ObjectNode patch() {
        ObjectNode patch = operation("patch", kind.definitionName(), WRITING);
        patch.withArray("parameters").add(parameter("query", "force", "boolean"));
        if (flavor == OpenApiFlavor.V2) {
            patchTypes().forEach(patch.putArray("consumes")::add);
            return withBody(patch, OpenApiDefinitions.PATCH);
        }
        ObjectNode content =
                patch.putObject("requestBody").put("required", true).putObject("content");
        patchTypes().forEach(type -> content.putObject(type).set("schema", reference(OpenApiDefinitions.PATCH)));
        return patch;
    }

    /** Returns the supported patch types. kubectl selects one of them, and custom resources do not support strategic merge patches. */
    private List<String> patchTypes() {
        return kind.schema().isMissingNode() ? BUILTIN_PATCH_TYPES : CUSTOM_PATCH_TYPES;
    }

    private ObjectNode operation(String action, String answer, Map<String, String> parameters) {
        ObjectNode operation = JsonNodeFactory.instance.objectNode();
        ArrayNode listed = operation.putArray("parameters");
        parameters.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(parameter -> listed.add(parameter("query", parameter.getKey(), parameter.getValue())));
        ObjectNode success = operation.putObject("responses").putObject("200").put("description", "OK");
        if (flavor == OpenApiFlavor.V2) {
            success.set("schema", reference(answer));
        } else {
            success.putObject("content").putObject("application/json").set("schema", reference(answer));
        }
        operation.put("x-kubernetes-action", action);
        operation.set(
                "x-kubernetes-group-version-kind",
                OpenApiWriter.groupVersionKind(kind.group(), kind.version(), kind.kind()));
        return operation;
    }

    private ObjectNode withBody(ObjectNode operation) {
        return withBody(operation, kind.definitionName());
    }

    private ObjectNode withBody(ObjectNode operation, String definition) {
        if (flavor == OpenApiFlavor.V2) {
            ObjectNode body = operation.withArray("parameters").addObject();
            body.put("in", "body").put("name", "body").put("required", true).set("schema", reference(definition));
        } else {
            ObjectNode content =
                    operation.putObject("requestBody").put("required", true).putObject("content");
            content.putObject("application/json").set("schema", reference(definition));
        }
        return operation;
    }

    private ObjectNode parameter(String place, String name, String type) {
        ObjectNode parameter =
                JsonNodeFactory.instance.objectNode().put("name", name).put("in", place);
        if (flavor == OpenApiFlavor.V2) {
            return parameter.put("type", type).put("uniqueItems", true);
        }
        parameter.putObject("schema").put("type", type).put("uniqueItems", true);
        return parameter;
    }

    private JsonNode reference(String definition) {
        return OpenApiWriter.reference(flavor, definition);
    }
}
