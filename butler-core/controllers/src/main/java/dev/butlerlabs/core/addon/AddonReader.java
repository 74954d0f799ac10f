package dev.butlerlabs.core.addon;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.butlerlabs.core.addon.PlatformAddon.Chart;
import dev.butlerlabs.core.addon.PlatformAddon.Images;
import dev.butlerlabs.core.addon.PlatformAddon.Part;
import dev.butlerlabs.core.api.Crds;
import dev.butlerlabs.core.config.Key;
import dev.butlerlabs.core.config.Keys;
import dev.butlerlabs.core.config.Problems;
import dev.butlerlabs.core.config.Section;
import dev.butlerlabs.core.config.Settings;
import dev.butlerlabs.core.config.Shape;
import dev.butlerlabs.core.config.Shapes;
import dev.butlerlabs.core.kube.Serializations;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads the description of an addon. An invalid description is a programming error, since the files are part of the program. */
final class AddonReader {
    private static final Shape<List<String>> TEXTS = Shapes.listOf(Shapes.someText());

    private static final Key<String> TITLE = Key.required("title", Shapes.someText(), "Title for display.");
    private static final Key<String> VERSION = Key.required("version", Shapes.someText(), "Version of the addon.");
    private static final Key<String> WHEN = Key.optional("when", Shapes.someText(), "The switch that enables it.");
    private static final Key<List<String>> ALIASES = Key.withDefault("aliases", List.of(), TEXTS, "Alternative names.");
    private static final Key<List<String>> DEPENDS_ON =
            Key.withDefault("dependsOn", List.of(), TEXTS, "Addons that must be ready first.");
    private static final Key<String> REMOTE = Key.optional("remote", Shapes.someText(), "URL of manifests to apply.");
    private static final Key<List<String>> MANIFESTS =
            Key.withDefault("manifests", List.of(), TEXTS, "Manifest files in the same directory, applied last.");
    private static final Key<Boolean> KINDS =
            Key.withDefault("kinds", false, Shapes.truth(), "Whether it installs the Butler CRDs.");
    private static final Key<Boolean> CATALOGUE =
            Key.withDefault("catalogue", false, Shapes.truth(), "Whether it installs the addon catalog.");
    private static final Key<List<String>> READY = Key.withDefault(
            "ready", List.of(), TEXTS, "Objects that must be ready, as Kind namespace/name or Kind name.");
    private static final Key<List<String>> IMAGES = Key.withDefault("images", List.of(), TEXTS, "Images that it uses.");
    private static final Key<Boolean> ALL_IMAGES =
            Key.withDefault("allImages", false, Shapes.truth(), "Whether the list of images is complete.");

    private static final Key<String> SOURCE =
            Key.required("source", Shapes.someText(), "URL of the chart repository or registry.");
    private static final Key<String> NAME = Key.required("name", Shapes.someText(), "Name of the chart.");
    private static final Key<String> NAMESPACE =
            Key.required("namespace", Shapes.someText(), "Namespace of the release.");
    private static final Key<Boolean> BEFORE_NETWORK = Key.withDefault(
            "beforeNetwork", false, Shapes.truth(), "Whether it is installed before pods have a network.");
    private static final Key<Boolean> PRIVILEGED =
            Key.withDefault("privileged", false, Shapes.truth(), "Whether its pods need a privileged namespace.");

    private static final Keys CHART_KEYS = Keys.of(SOURCE, NAME, NAMESPACE, BEFORE_NETWORK, PRIVILEGED);
    private static final Key<Settings> CHART = Key.optional("chart", Shapes.section(CHART_KEYS), "The Helm chart.");
    private static final Keys KEYS = Keys.of(
            TITLE,
            VERSION,
            WHEN,
            ALIASES,
            DEPENDS_ON,
            CHART,
            REMOTE,
            MANIFESTS,
            KINDS,
            CATALOGUE,
            READY,
            IMAGES,
            ALL_IMAGES);

    private final KubernetesSerialization yaml = Serializations.plain();

    /** The files next to a description. */
    interface Files {
        /** Returns the content; empty if the file does not exist. */
        Optional<String> text(String name);

        default String require(String name) {
            return text(name).orElseThrow(() -> new IllegalStateException("missing resource: " + name));
        }
    }

    PlatformAddon read(String name, Files files) {
        Problems problems = new Problems();
        Settings settings =
                Section.of(name, tree(files.require("addon.yaml")), problems).read(KEYS);
        if (!problems.isEmpty()) {
            throw new IllegalStateException("addon " + name + ": " + problems.problems());
        }
        return new PlatformAddon(
                name,
                settings.get(TITLE),
                settings.get(VERSION),
                settings.find(WHEN),
                Set.copyOf(settings.get(ALIASES)),
                settings.get(DEPENDS_ON),
                settings.find(CHART)
                        .map(chart -> chart(chart, files.text("values.yaml").orElse(""))),
                settings.find(REMOTE),
                manifests(settings, files),
                settings.get(READY).stream().map(AddonReader::part).toList(),
                new Images(settings.get(IMAGES), settings.get(ALL_IMAGES)));
    }

    private static List<String> manifests(Settings settings, Files files) {
        return Stream.of(
                        settings.get(KINDS) ? Crds.texts() : List.<String>of(),
                        settings.get(CATALOGUE) ? ShippedCatalogue.texts() : List.<String>of(),
                        settings.get(MANIFESTS).stream().map(files::require).toList())
                .flatMap(List::stream)
                .toList();
    }

    private Map<String, Object> tree(String text) {
        return Optional.ofNullable(yaml.unmarshal(text, new TypeReference<Map<String, Object>>() {}))
                .orElse(Map.of());
    }

    private static Chart chart(Settings chart, String values) {
        return new Chart(
                chart.get(SOURCE),
                chart.get(NAME),
                chart.get(NAMESPACE),
                chart.get(BEFORE_NETWORK),
                chart.get(PRIVILEGED),
                values);
    }

    private static Part part(String text) {
        String[] words = text.split(" ", 2);
        Part.Kind kind = Arrays.stream(Part.Kind.values())
                .filter(one -> one.word().equals(words[0]))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("unsupported object type: " + text));
        int slash = words[1].indexOf('/');
        return slash < 0
                ? new Part(kind, "", words[1])
                : new Part(kind, words[1].substring(0, slash), words[1].substring(slash + 1));
    }
}
