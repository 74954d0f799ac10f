package dev.butlerlabs.core.embedded.verb;

import dev.butlerlabs.core.embedded.registry.ObjectKey;
import dev.butlerlabs.core.embedded.resource.GroupVersion;
import dev.butlerlabs.core.embedded.resource.ResourceCatalog;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.resource.Subresource;
import dev.butlerlabs.core.embedded.status.ApiException;
import java.util.List;
import java.util.Optional;

/**
 * The target of a request path.
 *
 * @param namespace empty for cluster-scoped resources and for all namespaces
 * @param name empty for a collection
 * @param legacyWatch whether the path is a deprecated {@code /watch/} path
 */
record RequestTarget(
        ServedResource resource, String namespace, String name, Subresource subresource, boolean legacyWatch) {

    /** Parses {@code [group, version, …]}; empty if the path does not match a served resource. */
    static Optional<RequestTarget> find(ResourceCatalog catalog, GroupVersion groupVersion, List<String> words) {
        boolean watch = words.size() > 1 && words.getFirst().equals("watch");
        List<String> path = watch ? words.subList(1, words.size()) : words;
        boolean inNamespace = path.size() > 2 && path.getFirst().equals("namespaces") && !isNamespacePart(path.get(2));
        String namespace = inNamespace ? path.get(1) : "";
        List<String> rest = inNamespace ? path.subList(2, path.size()) : path;
        if (rest.isEmpty() || rest.size() > 3) {
            return Optional.empty();
        }
        return catalog.find(groupVersion, rest.getFirst())
                .filter(resource -> resource.namespaced() || namespace.isEmpty())
                .flatMap(resource -> target(resource, namespace, rest, watch));
    }

    private static boolean isNamespacePart(String word) {
        return word.equals("status") || word.equals("finalize");
    }

    private static Optional<RequestTarget> target(
            ServedResource resource, String namespace, List<String> rest, boolean watch) {
        String name = rest.size() > 1 ? rest.get(1) : "";
        String part = rest.size() > 2 ? rest.get(2) : "";
        if (resource.namespaced() && namespace.isEmpty() && !name.isEmpty()) {
            return Optional.empty();
        }
        return Subresource.named(part)
                .filter(resource.behaviour()::offers)
                .map(subresource -> new RequestTarget(resource, namespace, name, subresource, watch));
    }

    boolean isCollection() {
        return name.isEmpty();
    }

    ObjectKey place() {
        if (name.isEmpty()) {
            throw ApiException.badRequest("name must be provided");
        }
        return new ObjectKey(resource, namespace, name);
    }
}
