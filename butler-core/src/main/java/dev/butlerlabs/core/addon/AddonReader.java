package dev.butlerlabs.core.addon;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.butlerlabs.core.addon.PlatformAddon.Chart;
import dev.butlerlabs.core.addon.PlatformAddon.Workload;
import dev.butlerlabs.core.config.Key;
import dev.butlerlabs.core.config.Keys;
import dev.butlerlabs.core.config.Problems;
import dev.butlerlabs.core.config.Section;
import dev.butlerlabs.core.config.Settings;
import dev.butlerlabs.core.config.Shapes;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the description of an addon. What is wrong with one is the programmer's error: the files ship with the program. */
final class AddonReader {
    private static final Key<String> TITLE = Key.required("title", Shapes.someText(), "What it is, for people.");
    private static final Key<String> WHEN = Key.optional("when", Shapes.someText(), "The switch that wants it.");
    private static final Key<List<String>> DEPENDS_ON =
            Key.withDefault("dependsOn", List.of(), Shapes.listOf(Shapes.someText()), "What has to be ready first.");
    private static final Key<List<String>> READY =
            Key.withDefault("ready", List.of(), Shapes.listOf(Shapes.someText()), "Workloads, as Kind namespace/name.");

    private static final Key<String> REPOSITORY =
            Key.optional("repository", Shapes.someText(), "Address of the chart repository.");
    private static final Key<String> NAME = Key.required("name", Shapes.someText(), "Name or OCI reference.");
    private static final Key<String> VERSION = Key.required("version", Shapes.someText(), "Version of the chart.");
    private static final Key<String> NAMESPACE = Key.required("namespace", Shapes.someText(), "Where it goes.");
    private static final Key<Boolean> BEFORE_NETWORK = Key.withDefault(
            "beforeNetwork", false, Shapes.truth(), "Whether it is installed while pods have no network.");

    private static final Keys CHART_KEYS = Keys.of(REPOSITORY, NAME, VERSION, NAMESPACE, BEFORE_NETWORK);
    private static final Key<Settings> CHART =
            Key.optional("chart", Shapes.section(CHART_KEYS), "The chart it is installed by.");
    private static final Keys KEYS = Keys.of(TITLE, WHEN, DEPENDS_ON, CHART, READY);

    private final KubernetesSerialization yaml = new KubernetesSerialization();

    /**
     * @param description the text of {@code addon.yaml}
     * @param values the text of {@code values.yaml}, empty when there is none
     */
    PlatformAddon read(String name, String description, String values, List<String> manifests) {
        Problems problems = new Problems();
        Settings settings = Section.of(name, tree(description), problems).read(KEYS);
        if (!problems.isEmpty()) {
            throw new IllegalStateException("addon " + name + ": " + problems.problems());
        }
        return new PlatformAddon(
                name,
                settings.get(TITLE),
                settings.find(WHEN),
                settings.get(DEPENDS_ON),
                settings.find(CHART).map(chart -> chart(chart, values)),
                manifests,
                settings.get(READY).stream().map(AddonReader::workload).toList());
    }

    private Map<String, Object> tree(String text) {
        return Optional.ofNullable(yaml.unmarshal(text, new TypeReference<Map<String, Object>>() {}))
                .orElse(Map.of());
    }

    private static Chart chart(Settings chart, String values) {
        return new Chart(
                chart.find(REPOSITORY),
                chart.get(NAME),
                chart.get(VERSION),
                chart.get(NAMESPACE),
                chart.get(BEFORE_NETWORK),
                values);
    }

    private static Workload workload(String text) {
        String[] parts = text.split("[ /]", -1);
        Workload.Kind kind = Arrays.stream(Workload.Kind.values())
                .filter(one -> one.word().equals(parts[0]))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("not a workload: " + text));
        return new Workload(kind, parts[1], parts[2]);
    }
}
