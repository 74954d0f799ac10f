package dev.butlerlabs.core.embedded.rbac;

import dev.butlerlabs.core.embedded.http.ApiRequest;
import dev.butlerlabs.core.embedded.http.QueryParameters;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/**
 * What a request does, as rules see it.
 *
 * @param verb such as list; the method in lower case for a path that is not of a resource
 * @param group empty for the core group
 * @param resource empty for a path that is not of a resource
 * @param namespace empty for all namespaces and cluster-scoped resources; the name itself for a namespace
 * @param name empty for a collection
 * @param path the path if it is not of a resource; else empty
 */
public record RequestAttributes(
        String verb, String group, String resource, String subresource, String namespace, String name, String path) {
    private static final String NAMESPACES = "namespaces";
    private static final Set<String> PARTS_OF_NAMESPACES = Set.of("status", "finalize");
    private static final String NAME_FIELD = "metadata.name=";

    public RequestAttributes {
        Objects.requireNonNull(verb, "verb");
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(resource, "resource");
        Objects.requireNonNull(subresource, "subresource");
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(path, "path");
    }

    public static RequestAttributes of(ApiRequest request) {
        List<String> path = request.path();
        boolean core = path.size() > 2 && path.getFirst().equals("api");
        boolean grouped = path.size() > 3 && path.getFirst().equals("apis");
        if (!core && !grouped) {
            return nonResource(request.method(), "/" + String.join("/", path));
        }
        return ofResource(request, core ? "" : path.get(1), path.subList(core ? 2 : 3, path.size()));
    }

    static RequestAttributes nonResource(String method, String path) {
        return new RequestAttributes(method.toLowerCase(Locale.ROOT), "", "", "", "", "", path);
    }

    private static RequestAttributes ofResource(ApiRequest request, String group, List<String> words) {
        boolean legacyWatch = words.size() > 1 && words.getFirst().equals("watch");
        List<String> path = legacyWatch ? words.subList(1, words.size()) : words;
        boolean inNamespace = path.size() > 1 && path.getFirst().equals(NAMESPACES);
        String namespace = inNamespace ? path.get(1) : "";
        boolean isNamespace = path.size() < 3 || PARTS_OF_NAMESPACES.contains(path.get(2));
        List<String> rest = inNamespace && !isNamespace ? path.subList(2, path.size()) : path;
        String name = rest.size() > 1 ? rest.get(1) : "";
        String verb = verb(request, name.isEmpty(), legacyWatch);
        return new RequestAttributes(
                verb,
                group,
                rest.getFirst(),
                rest.size() > 2 ? rest.get(2) : "",
                namespace,
                name.isEmpty() ? selectedName(request.query(), verb) : name,
                "");
    }

    private static String verb(ApiRequest request, boolean collection, boolean legacyWatch) {
        return switch (request.method()) {
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> collection ? "deletecollection" : "delete";
            default -> {
                boolean watch = legacyWatch || (collection && request.query().flag("watch"));
                yield watch ? "watch" : collection ? "list" : "get";
            }
        };
    }

    /** A list or watch of the object with one name needs the permission for that name only. */
    private static String selectedName(QueryParameters query, String verb) {
        String selector = query.text("fieldSelector");
        boolean reads = verb.equals("list") || verb.equals("watch");
        return reads && selector.startsWith(NAME_FIELD) && !selector.contains(",")
                ? selector.substring(NAME_FIELD.length())
                : "";
    }

    /** Returns the same request with another verb. */
    RequestAttributes withVerb(String other) {
        return new RequestAttributes(other, group, resource, subresource, namespace, name, path);
    }

    boolean isResource() {
        return path.isEmpty();
    }

    /** Returns the resource as rules name it, such as {@code pods/log}. */
    String resourcePath() {
        return subresource.isEmpty() ? resource : resource + "/" + subresource;
    }

    /** Returns text such as {@code cannot list resource "pods" in API group "" in the namespace "default"}. */
    String refusal() {
        return "cannot %s resource \"%s\" in API group \"%s\" %s"
                .formatted(
                        verb,
                        resourcePath(),
                        group,
                        namespace.isEmpty() ? "at the cluster scope" : "in the namespace \"%s\"".formatted(namespace));
    }
}
