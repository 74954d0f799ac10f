package dev.butlerlabs.core.identity.access;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.api.model.APIGroup;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds a resource type by the name that a user types, among those that the API server serves. Thread-safe. */
public final class ResourceResolver {
    private static final String BUTLER = "butler.butlerlabs.dev";

    private final KubernetesClient client;

    public ResourceResolver(KubernetesClient client) {
        this.client = client;
    }

    /** A resource type, with a subresource after a slash. */
    public record ResourceType(String group, String resource, boolean namespaced) {}

    /**
     * Returns a resource type.
     *
     * @param typed a plural, singular or short name such as {@code tenantclusters}, with an API group after a dot and a subresource after
     *     a slash
     * @throws ButlerException with NOT_FOUND if the server does not serve it
     */
    public ResourceType resolve(String typed) {
        String[] parts = typed.split("/", 2);
        String[] words = parts[0].split("\\.", 2);
        Stream<String> versions = words.length == 2 ? ofGroup(words[1]) : all();
        return versions.flatMap(version -> find(version, words[0].toLowerCase(Locale.ROOT)).stream())
                .findFirst()
                .map(found -> parts.length == 2
                        ? new ResourceType(found.group(), found.resource() + "/" + parts[1], found.namespaced())
                        : found)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_FOUND,
                        "The server does not serve a resource \"%s\".".formatted(typed),
                        "List the resources with 'kubectl api-resources'."));
    }

    private Stream<String> ofGroup(String group) {
        return groups().filter(found -> found.getName().equals(group)).map(ResourceResolver::version);
    }

    /** Returns the resources of Butler first, then those of the core group, then all others. */
    private Stream<String> all() {
        return Stream.of(
                        ofGroup(BUTLER),
                        Stream.of("v1"),
                        groups().filter(group -> !group.getName().equals(BUTLER))
                                .map(ResourceResolver::version))
                .flatMap(versions -> versions);
    }

    private Stream<APIGroup> groups() {
        return KubeErrorMapper.translating("reading the API groups", () -> client.getApiGroups().getGroups().stream());
    }

    private static String version(APIGroup group) {
        return group.getPreferredVersion().getGroupVersion();
    }

    private Optional<ResourceType> find(String version, String name) {
        return KubeErrorMapper.translating(
                        "reading the API resources of " + version,
                        () -> Optional.ofNullable(client.getApiResources(version)))
                .stream()
                .flatMap(list -> list.getResources().stream())
                .filter(resource -> !resource.getName().contains("/"))
                .filter(resource -> isNamed(resource, name))
                .map(resource -> new ResourceType(
                        version.contains("/") ? version.substring(0, version.indexOf('/')) : "",
                        resource.getName(),
                        Boolean.TRUE.equals(resource.getNamespaced())))
                .findFirst();
    }

    private static boolean isNamed(APIResource resource, String name) {
        return resource.getName().equals(name)
                || name.equals(resource.getSingularName())
                || name.equalsIgnoreCase(resource.getKind())
                || Objects.requireNonNullElse(resource.getShortNames(), List.<String>of())
                        .contains(name);
    }
}
