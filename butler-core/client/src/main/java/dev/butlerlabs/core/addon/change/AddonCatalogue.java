package dev.butlerlabs.core.addon.change;

import dev.butlerlabs.core.api.AddonDefinition;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.KubeErrors;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/** The AddonDefinitions of a management cluster, as a person looks at them. */
public final class AddonCatalogue {
    private final KubernetesClient client;

    public AddonCatalogue(KubernetesClient client) {
        this.client = client;
    }

    public List<AddonDefinition> list() {
        return KubeErrors.askingForKind(
                client,
                "AddonDefinitions",
                "listing AddonDefinitions",
                () -> client.resources(AddonDefinition.class).list().getItems());
    }

    /** The definition a wish is about; everything that is wrong with the wish is told at once. */
    public AddonDefinition require(AddonRequest request) {
        List<AddonDefinition> all = list();
        var problems = request.problems(all);
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("The addon cannot be had as asked for.", problems);
        }
        return named(all, request.addon()).orElseThrow();
    }

    static Optional<AddonDefinition> named(List<AddonDefinition> all, String name) {
        return all.stream()
                .filter(definition -> definition.getMetadata().getName().equals(name))
                .findFirst();
    }

    /** The addons that have to be there before one is. */
    static List<String> needs(List<AddonDefinition> all, String name) {
        return named(all, name)
                .map(definition -> definition.getSpec().dependsOn())
                .orElse(List.of());
    }
}
