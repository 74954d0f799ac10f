package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Objects;
import java.util.Set;

/**
 * A resource type served in one version.
 *
 * @param group empty for the core group
 * @param schema the OpenAPI schema of a custom resource; missing for a built-in resource type, whose schema is built in
 * @param subresources such as {@code status} and {@code scale}
 */
public record ServedKind(
        String group,
        String version,
        String kind,
        String listKind,
        String plural,
        boolean namespaced,
        JsonNode schema,
        Set<String> subresources) {
    public ServedKind {
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(listKind, "listKind");
        Objects.requireNonNull(plural, "plural");
        Objects.requireNonNull(schema, "schema");
        subresources = Set.copyOf(subresources);
    }

    /** Creates a resource type with a built-in schema. */
    public static ServedKind builtin(
            String group, String version, String kind, String plural, boolean namespaced, Set<String> subresources) {
        return new ServedKind(
                group, version, kind, kind + "List", plural, namespaced, MissingNode.getInstance(), subresources);
    }

    /** Returns the API path of its group version, such as {@code api/v1} or {@code apis/apps/v1}. */
    public String apiPath() {
        return group.isEmpty() ? "api/" + version : "apis/" + group + "/" + version;
    }

    /** Returns its definition name: the reversed group, the version and the kind. */
    String definitionName() {
        return BuiltinSchemas.definition(group, version, kind).orElseGet(() -> definitionName(kind));
    }

    String listDefinitionName() {
        String own = definitionName();
        return own.substring(0, own.length() - kind.length()) + listKind;
    }

    private String definitionName(String name) {
        StringBuilder reversed = new StringBuilder();
        for (String label : group.split("\\.", -1)) {
            reversed.insert(0, label + ".");
        }
        return (group.isEmpty() ? "io.k8s.api.core." : reversed) + version + "." + name;
    }
}
