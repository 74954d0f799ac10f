package dev.butlerlabs.core.addon.change;

import dev.butlerlabs.core.api.AddonDefinition;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/** Reads the AddonDefinitions of a management cluster. Thread-safe; errors of the API are thrown as {@link ButlerException}. */
public final class AddonDefinitionRepository {
    private final KubernetesClient client;

    public AddonDefinitionRepository(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Lists the AddonDefinitions.
     *
     * @throws ButlerException if the server is not a management cluster
     */
    public List<AddonDefinition> list() {
        return KubeErrorMapper.askingForKind(
                client,
                "AddonDefinitions",
                "listing AddonDefinitions",
                () -> client.resources(AddonDefinition.class).list().getItems());
    }

    /**
     * Returns the definition of a requested addon.
     *
     * @throws ButlerException with every problem of the request
     */
    public AddonDefinition require(AddonRequest request) {
        List<AddonDefinition> all = list();
        var problems = request.problems(all);
        Optional<AddonDefinition> definition = named(all, request.addon());
        if (definition.isEmpty() && problems.size() == 1) {
            throw request.notFound(all);
        }
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid request for addon \"%s\":".formatted(request.addon()), problems);
        }
        return definition.orElseThrow();
    }

    static Optional<AddonDefinition> named(List<AddonDefinition> all, String name) {
        return all.stream()
                .filter(definition -> definition.getMetadata().getName().equals(name))
                .findFirst();
    }

    /** Returns the dependencies of an addon. */
    static List<String> needs(List<AddonDefinition> all, String name) {
        return named(all, name)
                .map(definition -> definition.getSpec().dependsOn())
                .orElse(List.of());
    }
}
