package dev.butlerlabs.core.addon.change;

import dev.butlerlabs.core.api.AddonDefinition;
import dev.butlerlabs.core.api.AddonDefinitionSpec.Chart;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.error.SpellingSuggestion;
import dev.butlerlabs.core.helm.ChartRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A request for an addon. Immutable.
 *
 * @param addon its name in the catalog
 * @param version empty for the default
 * @param values empty to leave them unchanged
 * @param valuesSecret the Secret with confidential values
 * @param flaws problems of the command-line input
 */
public record AddonRequest(
        String addon,
        Optional<String> version,
        Optional<Map<String, Object>> values,
        Optional<String> valuesSecret,
        List<InputProblem> flaws) {
    public AddonRequest {
        Objects.requireNonNull(addon, "addon");
        Objects.requireNonNull(version, "version");
        // A null value is valid: it removes a default of the chart.
        values = values.map(given -> Collections.unmodifiableMap(new LinkedHashMap<>(given)));
        Objects.requireNonNull(valuesSecret, "valuesSecret");
        flaws = List.copyOf(flaws);
    }

    /** Returns the same request for another addon name. */
    AddonRequest about(String other) {
        return new AddonRequest(other, version, values, valuesSecret, flaws);
    }

    /** Returns every problem of the request, based on the definitions. */
    List<InputProblem> problems(List<AddonDefinition> catalogue) {
        List<InputProblem> problems = new ArrayList<>();
        Optional<AddonDefinition> definition = AddonDefinitionRepository.named(catalogue, addon);
        if (definition.isEmpty()) {
            problems.add(unknown(catalogue));
        }
        version.filter(text -> !ChartRequest.isExact(text))
                .map(text -> new InputProblem(
                        "--version", "'%s' is not an exact version".formatted(text), "use a version such as 1.2.3"))
                .or(() -> definition.flatMap(found -> notOffered(found.getSpec().chart())))
                .ifPresent(problems::add);
        problems.addAll(flaws);
        return problems;
    }

    /** Returns an error for an addon that is not in the catalog. */
    ButlerException notFound(List<AddonDefinition> catalogue) {
        List<String> names = names(catalogue);
        if (names.isEmpty()) {
            return new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "Addon \"%s\" not found: the addon catalog is empty.".formatted(addon),
                    "Ask an administrator to add AddonDefinitions to the management cluster, for example with 'kubectl apply'.");
        }
        return new ButlerException(
                ErrorCode.INVALID_INPUT,
                "Addon \"%s\" not found in the addon catalog.".formatted(addon),
                SpellingSuggestion.to(addon, names)
                        .map("Did you mean \"%s\"?"::formatted)
                        .orElseGet(() -> "Use one of: " + String.join(", ", names) + "."));
    }

    private static List<String> names(List<AddonDefinition> catalogue) {
        return catalogue.stream()
                .map(definition -> definition.getMetadata().getName())
                .toList();
    }

    private InputProblem unknown(List<AddonDefinition> catalogue) {
        List<String> names = names(catalogue);
        return new InputProblem(
                addon,
                "is not in the catalog",
                SpellingSuggestion.to(addon, names)
                        .map("did you mean %s?"::formatted)
                        .orElse(
                                names.isEmpty()
                                        ? "the catalog is empty"
                                        : "available addons: " + String.join(", ", names)));
    }

    private Optional<InputProblem> notOffered(Chart chart) {
        boolean offered = version.isEmpty()
                || chart.availableVersions().isEmpty()
                || chart.availableVersions().contains(version.get())
                || version.get().equals(chart.defaultVersion());
        return offered
                ? Optional.empty()
                : Optional.of(new InputProblem(
                        "--version",
                        "%s is not available in version %s".formatted(addon, version.get()),
                        "available versions: " + String.join(", ", chart.availableVersions())));
    }

    /** The values may contain secrets, so they are not included. */
    @Override
    public String toString() {
        return addon + version.map(" "::concat).orElse("");
    }
}
