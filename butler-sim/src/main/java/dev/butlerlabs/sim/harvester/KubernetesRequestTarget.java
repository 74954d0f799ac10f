package dev.butlerlabs.sim.harvester;

import dev.butlerlabs.sim.http.HttpApiRequest;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The target of a request to a Kubernetes API.
 *
 * @param name empty if the request targets a collection
 */
record KubernetesRequestTarget(String plural, Optional<String> namespace, Optional<String> name) {
    private static final Pattern PATH = Pattern.compile(
            "/(api/v1|apis/[^/]+/[^/]+)(/namespaces/(?<namespace>[^/]+))?/(?<plural>[^/]+)(/(?<name>[^/]+))?(/[^/]+)?");

    /** Returns the target; empty if the request is about the API itself, such as discovery. */
    static Optional<KubernetesRequestTarget> of(HttpApiRequest request) {
        Matcher path = PATH.matcher(request.path());
        if (!path.matches()) {
            return Optional.empty();
        }
        return Optional.of(new KubernetesRequestTarget(
                path.group("plural"),
                Optional.ofNullable(path.group("namespace")),
                Optional.ofNullable(path.group("name"))));
    }

    boolean is(WatchedResourceType kind) {
        return plural.equals(kind.plural());
    }

    Optional<ResourceKey> key() {
        return namespace.flatMap(space -> name.map(own -> new ResourceKey(space, own)));
    }

    static boolean isWatch(HttpApiRequest request) {
        String query = Optional.ofNullable(request.uri().getQuery()).orElse("");
        return List.of(query.split("&", -1)).stream()
                .anyMatch(word -> word.equals("watch=true") || word.equals("watch=1"));
    }
}
