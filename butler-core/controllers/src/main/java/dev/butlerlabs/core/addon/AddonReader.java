package dev.butlerlabs.core.addon;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.butlerlabs.core.addon.PlatformAddon.Chart;
import dev.butlerlabs.core.addon.PlatformAddon.Images;
import dev.butlerlabs.core.addon.PlatformAddon.Part;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.config.ConfigValueType;
import dev.butlerlabs.core.config.ConfigValueTypes;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.kube.ObjectSerialization;
import dev.butlerlabs.core.version.VersionList;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads the description of an addon. An invalid description is a programming error, since the files are part of the program. */
final class AddonReader {
    private static final ConfigValueType<List<String>> TEXTS = ConfigValueTypes.listOf(ConfigValueTypes.someText());

    private static final ConfigKey<String> TITLE =
            ConfigKey.required("title", ConfigValueTypes.someText(), "Title for display.");
    private static final ConfigKey<String> WHEN =
            ConfigKey.optional("when", ConfigValueTypes.someText(), "The switch that enables it.");
    private static final ConfigKey<List<String>> ALIASES =
            ConfigKey.withDefault("aliases", List.of(), TEXTS, "Alternative names.");
    private static final ConfigKey<List<String>> DEPENDS_ON =
            ConfigKey.withDefault("dependsOn", List.of(), TEXTS, "Addons that must be ready first.");
    private static final ConfigKey<String> REMOTE =
            ConfigKey.optional("remote", ConfigValueTypes.someText(), "URL of manifests to apply.");
    private static final ConfigKey<List<String>> MANIFESTS =
            ConfigKey.withDefault("manifests", List.of(), TEXTS, "Manifest files in the same directory, applied last.");
    private static final ConfigKey<Boolean> KINDS =
            ConfigKey.withDefault("kinds", false, ConfigValueTypes.truth(), "Whether it installs the Butler CRDs.");
    private static final ConfigKey<Boolean> CATALOGUE = ConfigKey.withDefault(
            "catalogue", false, ConfigValueTypes.truth(), "Whether it installs the addon catalog.");
    private static final ConfigKey<List<String>> READY = ConfigKey.withDefault(
            "ready", List.of(), TEXTS, "Objects that must be ready, as Kind namespace/name or Kind name.");
    private static final ConfigKey<List<String>> IMAGES =
            ConfigKey.withDefault("images", List.of(), TEXTS, "Images that it uses.");
    private static final ConfigKey<Boolean> ALL_IMAGES = ConfigKey.withDefault(
            "allImages", false, ConfigValueTypes.truth(), "Whether the list of images is complete.");

    private static final ConfigKey<String> SOURCE = ConfigKey.required(
            "source",
            ConfigValueTypes.someText(),
            "URL of the chart repository or registry, or packed for the chart that is part of the program.");
    private static final ConfigKey<String> NAME =
            ConfigKey.required("name", ConfigValueTypes.someText(), "Name of the chart.");
    private static final ConfigKey<String> RELEASE = ConfigKey.optional(
            "release", ConfigValueTypes.someText(), "Name of the release, if not that of the addon.");
    private static final ConfigKey<String> NAMESPACE =
            ConfigKey.required("namespace", ConfigValueTypes.someText(), "Namespace of the release.");
    private static final ConfigKey<Boolean> BEFORE_NETWORK = ConfigKey.withDefault(
            "beforeNetwork", false, ConfigValueTypes.truth(), "Whether it is installed before pods have a network.");
    private static final ConfigKey<Boolean> PRIVILEGED = ConfigKey.withDefault(
            "privileged", false, ConfigValueTypes.truth(), "Whether its pods need a privileged namespace.");

    private static final ConfigKeys CHART_KEYS =
            ConfigKeys.of(SOURCE, NAME, RELEASE, NAMESPACE, BEFORE_NETWORK, PRIVILEGED);
    private static final ConfigKey<ConfigSettings> CHART =
            ConfigKey.optional("chart", ConfigValueTypes.section(CHART_KEYS), "The Helm chart.");
    private static final ConfigKeys KEYS = ConfigKeys.of(
            TITLE, WHEN, ALIASES, DEPENDS_ON, CHART, REMOTE, MANIFESTS, KINDS, CATALOGUE, READY, IMAGES, ALL_IMAGES);

    private final KubernetesSerialization yaml = ObjectSerialization.plain();

    /** The files next to a description. */
    interface Files {
        /** Returns the content; empty if the file does not exist. */
        Optional<String> text(String name);

        default String require(String name) {
            return text(name).orElseThrow(() -> new IllegalStateException("missing resource: " + name));
        }
    }

    PlatformAddon read(String name, Files files) {
        ProblemCollector problems = new ProblemCollector();
        ConfigSettings settings = ConfigSection.of(name, tree(files.require("addon.yaml")), problems)
                .read(KEYS);
        if (!problems.isEmpty()) {
            throw new IllegalStateException("addon " + name + ": " + problems.problems());
        }
        return new PlatformAddon(
                name,
                settings.get(TITLE),
                version(name),
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

    private static String version(String name) {
        return Optional.ofNullable(VersionList.current().addons().get(name))
                .orElseThrow(() -> new IllegalStateException("manifests/versions.yaml lists no version of " + name));
    }

    private static List<String> manifests(ConfigSettings settings, Files files) {
        return Stream.of(
                        settings.get(KINDS) ? CustomResourceDefinitionFiles.texts() : List.<String>of(),
                        settings.get(CATALOGUE) ? ShippedAddonDefinitions.texts() : List.<String>of(),
                        settings.get(MANIFESTS).stream().map(files::require).toList())
                .flatMap(List::stream)
                .toList();
    }

    private Map<String, Object> tree(String text) {
        return Optional.ofNullable(yaml.unmarshal(text, new TypeReference<Map<String, Object>>() {}))
                .orElse(Map.of());
    }

    private static Chart chart(ConfigSettings chart, String values) {
        return new Chart(
                chart.get(SOURCE),
                chart.get(NAME),
                chart.find(RELEASE),
                chart.get(NAMESPACE),
                chart.get(BEFORE_NETWORK),
                chart.get(PRIVILEGED),
                values,
                Map.of());
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
