package dev.butlerlabs.core.embedded.rbac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.json.JsonCodec;
import java.util.ArrayList;
import java.util.List;

/**
 * A rule of a role, with the meaning that Kubernetes gives it.
 *
 * @param names the object names it is restricted to; none for all
 * @param paths the paths that are not of resources; a trailing * matches any end
 */
record PolicyRule(
        List<String> verbs, List<String> groups, List<String> resources, List<String> names, List<String> paths) {
    private static final String ALL = "*";

    PolicyRule {
        verbs = List.copyOf(verbs);
        groups = List.copyOf(groups);
        resources = List.copyOf(resources);
        names = List.copyOf(names);
        paths = List.copyOf(paths);
    }

    static PolicyRule of(JsonNode rule) {
        return new PolicyRule(
                texts(rule, "verbs"),
                texts(rule, "apiGroups"),
                texts(rule, "resources"),
                texts(rule, "resourceNames"),
                texts(rule, "nonResourceURLs"));
    }

    private static List<String> texts(JsonNode rule, String field) {
        List<String> texts = new ArrayList<>();
        rule.path(field).forEach(text -> texts.add(text.asText()));
        return texts;
    }

    boolean allows(RequestAttributes request) {
        if (!has(verbs, request.verb())) {
            return false;
        }
        return request.isResource()
                ? has(groups, request.group())
                        && hasResource(request)
                        && (names.isEmpty() || names.contains(request.name()))
                : paths.stream().anyMatch(path -> matches(path, request.path()));
    }

    private boolean hasResource(RequestAttributes request) {
        return has(resources, request.resourcePath())
                || (!request.subresource().isEmpty() && resources.contains("*/" + request.subresource()));
    }

    private static boolean has(List<String> allowed, String word) {
        return allowed.contains(ALL) || allowed.contains(word);
    }

    private static boolean matches(String allowed, String path) {
        return allowed.endsWith(ALL)
                ? path.startsWith(allowed.substring(0, allowed.length() - 1))
                : allowed.equals(path);
    }

    boolean isForPaths() {
        return !paths.isEmpty();
    }

    /** Returns the rule as a SelfSubjectRulesReview lists it. */
    ObjectNode tree() {
        ObjectNode tree = JsonCodec.object();
        put(tree, "verbs", verbs);
        if (isForPaths()) {
            put(tree, "nonResourceURLs", paths);
            return tree;
        }
        put(tree, "apiGroups", groups);
        put(tree, "resources", resources);
        if (!names.isEmpty()) {
            put(tree, "resourceNames", names);
        }
        return tree;
    }

    private static void put(ObjectNode tree, String field, List<String> texts) {
        texts.forEach(tree.putArray(field)::add);
    }
}
