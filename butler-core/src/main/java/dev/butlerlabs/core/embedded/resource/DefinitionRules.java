package dev.butlerlabs.core.embedded.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.schema.FieldError;
import dev.butlerlabs.core.embedded.schema.StructuralSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a custom resource definition must obey. */
final class DefinitionRules {
    private final KubernetesObject definition;
    private final JsonNode spec;
    private final List<FieldError> errors = new ArrayList<>();

    DefinitionRules(KubernetesObject definition) {
        this.definition = definition;
        this.spec = definition.tree().path("spec");
    }

    List<FieldError> check() {
        checkName();
        checkGroup();
        checkScope();
        checkNames();
        checkVersions();
        return errors;
    }

    List<FieldError> checkUpdate(KubernetesObject old) {
        check();
        for (String path : List.of("group", "scope", "names.kind", "names.plural")) {
            JsonNode before = old.at("spec." + path);
            JsonNode now = definition.at("spec." + path);
            if (!before.equals(now)) {
                errors.add(FieldError.invalid("spec." + path, now, "field is immutable"));
            }
        }
        return errors;
    }

    private void checkName() {
        String expected = text("names", "plural") + "." + spec.path("group").asText("");
        if (!definition.name().equals(expected)) {
            errors.add(FieldError.invalid(
                    "metadata.name", definition.name(), "must be spec.names.plural+\".\"+spec.group"));
        }
    }

    private void checkGroup() {
        String group = spec.path("group").asText("");
        if (group.isEmpty()) {
            errors.add(FieldError.required("spec.group", ""));
            return;
        }
        NameRule.SUBDOMAIN.faults(group).forEach(fault -> errors.add(FieldError.invalid("spec.group", group, fault)));
        if (!group.contains(".")) {
            errors.add(FieldError.invalid("spec.group", group, "should be a domain with at least one dot"));
        }
    }

    private void checkScope() {
        String scope = spec.path("scope").asText("");
        if (scope.isEmpty()) {
            errors.add(FieldError.required("spec.scope", ""));
        } else if (!scope.equals("Namespaced") && !scope.equals("Cluster")) {
            errors.add(FieldError.notSupported("spec.scope", spec.path("scope"), List.of("Cluster", "Namespaced")));
        }
    }

    private void checkNames() {
        for (String field : List.of("plural", "singular", "kind", "listKind")) {
            if (text("names", field).isEmpty()) {
                errors.add(FieldError.required("spec.names." + field, ""));
            }
        }
        for (String field : List.of("plural", "singular")) {
            String name = text("names", field);
            if (!name.isEmpty()) {
                NameRule.LABEL.faults(name)
                        .forEach(fault -> errors.add(FieldError.invalid("spec.names." + field, name, fault)));
            }
        }
    }

    private void checkVersions() {
        JsonNode versions = spec.path("versions");
        int stored = 0;
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < versions.size(); i++) {
            JsonNode version = versions.get(i);
            checkVersion(version, "spec.versions[" + i + "]", seen);
            stored += version.path("storage").asBoolean(false) ? 1 : 0;
        }
        if (stored != 1) {
            errors.add(FieldError.invalid(
                    "spec.versions", versions, "must have exactly one version marked as storage version"));
        }
    }

    private void checkVersion(JsonNode version, String path, Set<String> seen) {
        String name = version.path("name").asText("");
        NameRule.LABEL.faults(name)
                .forEach(fault -> errors.add(FieldError.invalid(path + ".name", name, fault)));
        if (!seen.add(name)) {
            errors.add(FieldError.invalid(path + ".name", name, "must contain unique version names"));
        }
        JsonNode schema = version.path("schema").path("openAPIV3Schema");
        String schemaPath = path + ".schema.openAPIV3Schema";
        if (schema.isMissingNode() || schema.isNull()) {
            errors.add(FieldError.required(schemaPath, "schemas are required"));
        } else {
            errors.addAll(StructuralSchema.check(schema, schemaPath));
        }
    }

    private String text(String parent, String field) {
        return spec.path(parent).path(field).asText("");
    }
}
