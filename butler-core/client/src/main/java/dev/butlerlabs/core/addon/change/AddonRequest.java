package dev.butlerlabs.core.addon.change;

import dev.butlerlabs.core.api.AddonDefinition;
import dev.butlerlabs.core.api.AddonDefinitionSpec.Chart;
import dev.butlerlabs.core.error.NearestWord;
import dev.butlerlabs.core.error.Problem;
import dev.butlerlabs.core.helm.ChartRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * An addon that somebody wants.
 *
 * @param addon its name in the catalogue
 * @param version empty for the usual one
 * @param values empty when they are left as they are
 * @param valuesSecret the Secret with values that are not to be seen
 * @param flaws what is wrong with how it was given
 */
public record AddonRequest(
        String addon,
        Optional<String> version,
        Optional<Map<String, Object>> values,
        Optional<String> valuesSecret,
        List<Problem> flaws) {
    public AddonRequest {
        Objects.requireNonNull(addon, "addon");
        Objects.requireNonNull(version, "version");
        // A value may be null: that is how a default of the chart is taken away.
        values = values.map(given -> Collections.unmodifiableMap(new LinkedHashMap<>(given)));
        Objects.requireNonNull(valuesSecret, "valuesSecret");
        flaws = List.copyOf(flaws);
    }

    /** The same wish for an addon under its name in the catalogue. */
    AddonRequest about(String other) {
        return new AddonRequest(other, version, values, valuesSecret, flaws);
    }

    /** Everything that is wrong with it, going by the definitions there are. */
    List<Problem> problems(List<AddonDefinition> catalogue) {
        List<Problem> problems = new ArrayList<>();
        Optional<AddonDefinition> definition = AddonCatalogue.named(catalogue, addon);
        if (definition.isEmpty()) {
            problems.add(unknown(catalogue));
        }
        version.filter(text -> !ChartRequest.isExact(text))
                .map(text -> new Problem(
                        "--version", "'%s' is not an exact version".formatted(text), "write one like 1.2.3"))
                .or(() -> definition.flatMap(found -> notOffered(found.getSpec().chart())))
                .ifPresent(problems::add);
        problems.addAll(flaws);
        return problems;
    }

    private Problem unknown(List<AddonDefinition> catalogue) {
        List<String> names = catalogue.stream()
                .map(definition -> definition.getMetadata().getName())
                .toList();
        return new Problem(
                addon,
                "is not in the catalogue",
                NearestWord.to(addon, names)
                        .map("did you mean %s?"::formatted)
                        .orElse(names.isEmpty() ? "the catalogue is empty" : "there are " + String.join(", ", names)));
    }

    private Optional<Problem> notOffered(Chart chart) {
        boolean offered = version.isEmpty()
                || chart.availableVersions().isEmpty()
                || chart.availableVersions().contains(version.get())
                || version.get().equals(chart.defaultVersion());
        return offered
                ? Optional.empty()
                : Optional.of(new Problem(
                        "--version",
                        "%s is not offered at %s".formatted(addon, version.get()),
                        "there are " + String.join(", ", chart.availableVersions())));
    }

    /** Values may hold secrets. */
    @Override
    public String toString() {
        return addon + version.map(" "::concat).orElse("");
    }
}
