package dev.butlerlabs.core.audit;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Finds the paths of changed fields, without their values. Pure functions. */
public final class ChangedFields {
    private static final int MOST = 20;
    private static final Set<String> METADATA = Set.of("labels", "annotations", "finalizers", "ownerReferences");
    /** Server-side bookkeeping, and fields that the controllers write. */
    private static final Set<String> IGNORED = Set.of("apiVersion", "kind", "metadata", "status");

    private ChangedFields() {}

    /** Returns the paths that differ between two versions of an object; lists are compared as a whole. */
    public static List<String> between(JsonNode before, JsonNode after) {
        List<String> paths = new ArrayList<>();
        for (String field : names(before, after)) {
            if (!IGNORED.contains(field)) {
                collect(field, before.path(field), after.path(field), paths);
            }
        }
        for (String field : new TreeSet<>(METADATA)) {
            collect(
                    "metadata." + field,
                    before.path("metadata").path(field),
                    after.path("metadata").path(field),
                    paths);
        }
        return shortened(paths);
    }

    /** Returns a digest of the fields that {@link #between} compares. */
    public static String digest(JsonNode object) {
        StringBuilder text = new StringBuilder();
        for (String field : names(object, object)) {
            if (!IGNORED.contains(field)) {
                append(text.append(field), object.path(field));
            }
        }
        for (String field : new TreeSet<>(METADATA)) {
            append(text.append(field), object.path("metadata").path(field));
        }
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime provides SHA-256", e);
        }
    }

    /** Appends a text that does not depend on the order of fields, nor on whether empty fields are present. */
    private static void append(StringBuilder text, JsonNode node) {
        if (!node.isObject()) {
            text.append(isAbsent(node) ? "" : node.toString()).append(';');
            return;
        }
        text.append('{');
        for (String field : names(node, node)) {
            if (!isAbsent(node.path(field))) {
                append(text.append(field).append(':'), node.path(field));
            }
        }
        text.append('}');
    }

    private static void collect(String path, JsonNode before, JsonNode after, List<String> paths) {
        if (before.equals(after) || (isAbsent(before) && isAbsent(after))) {
            return;
        }
        if (!isMapOrAbsent(before) || !isMapOrAbsent(after)) {
            paths.add(path);
            return;
        }
        for (String field : names(before, after)) {
            collect(path + element(field), before.path(field), after.path(field), paths);
        }
    }

    private static boolean isAbsent(JsonNode node) {
        return node.isMissingNode() || node.isNull() || (node.isContainerNode() && node.isEmpty());
    }

    private static boolean isMapOrAbsent(JsonNode node) {
        return node.isObject() || node.isMissingNode() || node.isNull();
    }

    private static Set<String> names(JsonNode before, JsonNode after) {
        Set<String> names = new TreeSet<>();
        before.fieldNames().forEachRemaining(names::add);
        after.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static String element(String field) {
        return field.contains(".") || field.contains("/") ? "[" + field + "]" : "." + field;
    }

    private static List<String> shortened(List<String> paths) {
        if (paths.size() <= MOST) {
            return paths;
        }
        List<String> first = new ArrayList<>(paths.subList(0, MOST));
        first.add("%d more".formatted(paths.size() - MOST));
        return first;
    }
}
