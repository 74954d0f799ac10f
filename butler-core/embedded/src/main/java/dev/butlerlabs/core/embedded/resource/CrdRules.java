package dev.butlerlabs.core.embedded.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.schema.FieldError;
import dev.butlerlabs.core.embedded.schema.StructuralSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validates CRDs. */
final class CrdRules {
    private static final List<String> COLUMN_TYPES = List.of("boolean", "date", "integer", "number", "string");

    private final KubernetesObject definition;
    private final JsonNode spec;
    private final List<FieldError> errors = new ArrayList<>();

    CrdRules(KubernetesObject definition) {
        this.definition = definition;
        this.spec = definition.tree().path("spec");
    }

    List<FieldError> check() {
        checkName();
        checkGroup();
        checkScope();
        checkNames();
        checkVersions();
        checkConversion();
        return errors;
    }

    List<FieldError> checkUpdate(KubernetesObject old) {
        check();
        checkStoredVersions();
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
                NameRule.LABEL
                        .faults(name)
                        .forEach(fault -> errors.add(FieldError.invalid("spec.names." + field, name, fault)));
            }
        }
    }

    /** The paths are those of kube-apiserver, which reports its internal field names. */
    private void checkConversion() {
        JsonNode conversion = spec.path("conversion");
        String strategy = conversion.path("strategy").asText("None");
        if (!strategy.equals("None") && !strategy.equals("Webhook")) {
            errors.add(FieldError.notSupported(
                    "spec.conversion.strategy", conversion.path("strategy"), List.of("None", "Webhook")));
        }
        if (strategy.equals("Webhook")) {
            checkWebhook(conversion.path("webhook"));
        }
    }

    private void checkWebhook(JsonNode webhook) {
        JsonNode client = webhook.path("clientConfig");
        if (!client.isObject()) {
            errors.add(FieldError.required(
                    "spec.conversion.webhookClientConfig", "required when strategy is set to Webhook"));
        } else if (client.has("url") == client.has("service")) {
            errors.add(FieldError.required(
                    "spec.conversion.webhookClientConfig", "exactly one of url or service is required"));
        }
        if (webhook.path("conversionReviewVersions").isEmpty()) {
            errors.add(FieldError.required("spec.conversion.conversionReviewVersions", ""));
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
        NameRule.LABEL.faults(name).forEach(fault -> errors.add(FieldError.invalid(path + ".name", name, fault)));
        if (!seen.add(name)) {
            errors.add(FieldError.invalid(path + ".name", name, "must contain unique version names"));
        }
        checkSchema(version, same("schema") ? "spec.validation" : path + ".schema");
        checkColumns(
                version.path("additionalPrinterColumns"),
                (same("additionalPrinterColumns") ? "spec" : path) + ".additionalPrinterColumns");
    }

    /** Whether a field is equal in all versions; its errors are then reported once for the whole CRD. */
    private boolean same(String field) {
        Set<JsonNode> said = new HashSet<>();
        spec.path("versions").forEach(version -> said.add(version.path(field)));
        return said.size() == 1;
    }

    private void checkSchema(JsonNode version, String path) {
        JsonNode schema = version.path("schema").path("openAPIV3Schema");
        if (schema.isMissingNode() || schema.isNull()) {
            errors.add(FieldError.required("spec.versions[0].schema.openAPIV3Schema", "schemas are required"));
        } else {
            errors.addAll(StructuralSchema.check(schema, path + ".openAPIV3Schema"));
        }
    }

    private void checkColumns(JsonNode columns, String path) {
        for (int i = 0; i < columns.size(); i++) {
            String place = path + "[" + i + "]";
            JsonNode column = columns.get(i);
            if (column.path("name").asText("").isEmpty()) {
                errors.add(FieldError.required(place + ".name", ""));
            }
            if (!COLUMN_TYPES.contains(column.path("type").asText(""))) {
                errors.add(FieldError.invalid(
                        place + ".type",
                        column.path("type").asText(""),
                        "must be one of " + String.join(",", COLUMN_TYPES)));
            }
            if (column.path("jsonPath").asText("").isEmpty()) {
                errors.add(FieldError.required(place + ".JSONPath", ""));
            }
        }
    }

    /** Objects may still be stored in a former storage version, so it must remain in the list of versions. */
    private void checkStoredVersions() {
        List<String> names = new ArrayList<>();
        spec.path("versions").forEach(version -> names.add(version.path("name").asText()));
        JsonNode stored = definition.tree().path("status").path("storedVersions");
        for (int i = 0; i < stored.size(); i++) {
            String version = stored.get(i).asText();
            if (!names.contains(version)) {
                errors.add(FieldError.invalid(
                        "status.storedVersions[" + i + "]",
                        version,
                        "missing from spec.versions; " + version
                                + " was previously a storage version, and must remain in spec.versions until a storage migration"
                                + " ensures no data remains persisted in " + version + " and removes " + version
                                + " from status.storedVersions"));
            }
        }
    }

    private String text(String parent, String field) {
        return spec.path(parent).path(field).asText("");
    }
}
