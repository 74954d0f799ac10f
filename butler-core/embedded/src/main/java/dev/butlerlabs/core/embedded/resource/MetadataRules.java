package dev.butlerlabs.core.embedded.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.json.OwnerReference;
import dev.butlerlabs.core.embedded.schema.FieldError;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Validates object metadata. */
public final class MetadataRules {
    private static final int ANNOTATIONS_LIMIT = 256 * 1024;

    private static final Set<String> STANDARD_FINALIZERS = Set.of("kubernetes", "orphan", "foregroundDeletion");

    private MetadataRules() {}

    /** Returns the errors in the metadata of a new object. */
    public static List<FieldError> validate(ServedResource resource, KubernetesObject object) {
        List<FieldError> errors = new ArrayList<>();
        checkName(resource, object, errors);
        checkLabels(object, errors);
        checkAnnotations(object, errors);
        checkFinalizers(resource, object, errors);
        checkOwners(object, errors);
        return errors;
    }

    /** Returns the errors in the metadata of an updated object. */
    public static List<FieldError> validateUpdate(
            ServedResource resource, KubernetesObject object, KubernetesObject old) {
        List<FieldError> errors = new ArrayList<>();
        for (String field : List.of("name", "namespace", "uid", "creationTimestamp", "deletionTimestamp")) {
            checkImmutable(field, object, old, errors);
        }
        checkLabels(object, errors);
        checkAnnotations(object, errors);
        checkFinalizers(resource, object, errors);
        checkNoNewFinalizers(object, old, errors);
        checkOwners(object, errors);
        return errors;
    }

    private static void checkName(ServedResource resource, KubernetesObject object, List<FieldError> errors) {
        String name = object.name();
        if (name.isEmpty()) {
            errors.add(FieldError.required("metadata.name", "name or generateName is required"));
            return;
        }
        resource.strategy()
                .nameRule()
                .faults(name)
                .forEach(fault -> errors.add(FieldError.invalid("metadata.name", name, fault)));
    }

    private static void checkImmutable(
            String field, KubernetesObject object, KubernetesObject old, List<FieldError> errors) {
        JsonNode now = object.metadata().path(field);
        if (!now.asText("").equals(old.metadata().path(field).asText(""))) {
            errors.add(FieldError.invalid("metadata." + field, now.asText(""), "field is immutable"));
        }
    }

    private static void checkLabels(KubernetesObject object, List<FieldError> errors) {
        for (Map.Entry<String, String> label : object.labels().entrySet()) {
            QualifiedNames.faults(label.getKey())
                    .forEach(fault -> errors.add(FieldError.invalid("metadata.labels", label.getKey(), fault)));
            QualifiedNames.valueFaults(label.getValue())
                    .forEach(fault -> errors.add(FieldError.invalid("metadata.labels", label.getValue(), fault)));
        }
    }

    private static void checkAnnotations(KubernetesObject object, List<FieldError> errors) {
        long size = 0;
        for (Map.Entry<String, JsonNode> annotation :
                object.metadata().path("annotations").properties()) {
            String key = annotation.getKey();
            QualifiedNames.faults(key.toLowerCase(Locale.ROOT))
                    .forEach(fault -> errors.add(FieldError.invalid("metadata.annotations", key, fault)));
            size += key.getBytes(StandardCharsets.UTF_8).length
                    + annotation.getValue().asText().getBytes(StandardCharsets.UTF_8).length;
        }
        if (size > ANNOTATIONS_LIMIT) {
            errors.add(new FieldError(
                    FieldError.Kind.TOO_LONG,
                    "metadata.annotations",
                    com.fasterxml.jackson.databind.node.MissingNode.getInstance(),
                    "may not be more than " + ANNOTATIONS_LIMIT + " bytes"));
        }
    }

    private static void checkFinalizers(ServedResource resource, KubernetesObject object, List<FieldError> errors) {
        for (String finalizer : object.finalizers()) {
            QualifiedNames.faults(finalizer)
                    .forEach(fault -> errors.add(FieldError.invalid("metadata.finalizers", finalizer, fault)));
            if (!resource.isCustom() && !finalizer.contains("/") && !STANDARD_FINALIZERS.contains(finalizer)) {
                errors.add(FieldError.invalid(
                        "metadata.finalizers",
                        finalizer,
                        "name is neither a standard finalizer name nor is it fully qualified"));
            }
        }
        if (object.finalizers().containsAll(Set.of("orphan", "foregroundDeletion"))) {
            errors.add(FieldError.invalid(
                    "metadata.finalizers",
                    object.metadata().path("finalizers"),
                    "finalizer orphan and foregroundDeletion cannot be both set"));
        }
    }

    private static void checkNoNewFinalizers(KubernetesObject object, KubernetesObject old, List<FieldError> errors) {
        if (!old.isBeingDeleted()) {
            return;
        }
        Set<String> added = new TreeSet<>(object.finalizers());
        added.removeAll(old.finalizers());
        if (!added.isEmpty()) {
            StringBuilder list = new StringBuilder();
            added.forEach(name ->
                    list.append(list.isEmpty() ? "\"" : ", \"").append(name).append('"'));
            errors.add(FieldError.forbidden(
                    "metadata.finalizers",
                    "no new finalizers can be added if the object is being deleted, found new finalizers []string{"
                            + list + "}"));
        }
    }

    private static void checkOwners(KubernetesObject object, List<FieldError> errors) {
        List<OwnerReference> owners = object.owners();
        for (OwnerReference owner : owners) {
            checkOwner(owner, errors);
        }
        if (owners.stream().filter(OwnerReference::controller).count() > 1) {
            errors.add(FieldError.invalid(
                    "metadata.ownerReferences",
                    object.metadata().path("ownerReferences"),
                    "Only one reference can have Controller set to true"));
        }
    }

    private static void checkOwner(OwnerReference owner, List<FieldError> errors) {
        if (GroupVersion.parse(owner.apiVersion()).version().isEmpty()) {
            errors.add(FieldError.invalid(
                    "metadata.ownerReferences.apiVersion", owner.apiVersion(), "version must not be empty"));
        }
        if (owner.kind().isEmpty()) {
            errors.add(FieldError.invalid("metadata.ownerReferences.kind", "", "must not be empty"));
        }
        if (owner.name().isEmpty()) {
            errors.add(FieldError.invalid("metadata.ownerReferences.name", "", "must not be empty"));
        }
        if (owner.uid().isEmpty()) {
            errors.add(FieldError.invalid("metadata.ownerReferences.uid", "", "must not be empty"));
        }
    }
}
