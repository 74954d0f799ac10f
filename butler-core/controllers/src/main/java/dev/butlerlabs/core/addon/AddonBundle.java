package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.addon.HelmTask.Program;
import dev.butlerlabs.core.addon.PlatformAddon.Chart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The charts, images and manifests to download for a set of addons, as far as their descriptions list them. Immutable.
 *
 * @param gaps the addons with images that no description lists
 */
public record AddonBundle(List<Item> items, List<Gap> gaps) {
    public AddonBundle {
        items = List.copyOf(items);
        gaps = List.copyOf(gaps);
    }

    /** The type of an artifact. */
    public enum Kind {
        CHART,
        IMAGE,
        MANIFEST
    }

    /**
     * One artifact to download.
     *
     * @param addon the addon that needs it
     * @param reference the name to download it by
     * @param version empty if the reference includes it
     * @param mirror where machines download it from instead
     */
    public record Item(String addon, Kind kind, String reference, Optional<String> version, Optional<String> mirror) {
        public Item {
            Objects.requireNonNull(addon, "addon");
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(reference, "reference");
            Objects.requireNonNull(version, "version");
            Objects.requireNonNull(mirror, "mirror");
        }
    }

    /**
     * An addon whose images are not all known.
     *
     * @param isNothingKnown whether none of them is known
     */
    public record Gap(String addon, boolean isNothingKnown) {}

    /**
     * Returns the artifacts of addons.
     *
     * @param mirrors used for images only: charts and manifests are downloaded by programs that do not use mirrors
     */
    public static AddonBundle of(List<PlatformAddon> addons, Map<String, String> places, RegistryMirrors mirrors) {
        List<Item> items = new ArrayList<>(programs(addons, mirrors));
        addons.forEach(addon -> items.addAll(items(addon, places, mirrors)));
        return new AddonBundle(
                items,
                addons.stream()
                        .filter(addon -> !addon.images().areAll())
                        .map(addon ->
                                new Gap(addon.name(), addon.images().names().isEmpty()))
                        .toList());
    }

    /** The images of the Jobs that install addons. */
    private static List<Item> programs(List<PlatformAddon> addons, RegistryMirrors mirrors) {
        List<Item> items = new ArrayList<>();
        if (addons.stream().anyMatch(addon -> addon.chart().isPresent())) {
            items.add(image(Program.HELM.command(), Program.HELM.image(), mirrors));
        }
        if (addons.stream().anyMatch(addon -> addon.remote().isPresent())) {
            items.add(image(Program.KUBECTL.command(), Program.KUBECTL.image(), mirrors));
        }
        return items;
    }

    private static List<Item> items(PlatformAddon addon, Map<String, String> places, RegistryMirrors mirrors) {
        List<Item> items = new ArrayList<>();
        addon.chart()
                .filter(chart -> !chart.isPacked())
                .map(chart -> chart(addon, chart, places))
                .ifPresent(items::add);
        addon.remote()
                .map(address -> new Item(
                        addon.name(),
                        Kind.MANIFEST,
                        TemplatePlaceholders.filled(addon, address, places),
                        Optional.empty(),
                        Optional.empty()))
                .ifPresent(items::add);
        addon.images().names().stream()
                .map(name -> image(addon.name(), TemplatePlaceholders.filled(addon, name, places), mirrors))
                .forEach(items::add);
        return items;
    }

    private static Item chart(PlatformAddon addon, Chart chart, Map<String, String> places) {
        String address =
                TemplatePlaceholders.filled(addon, chart.source(), places).replaceFirst("/+$", "") + "/" + chart.name();
        return new Item(addon.name(), Kind.CHART, address, Optional.of(addon.version()), Optional.empty());
    }

    private static Item image(String addon, String name, RegistryMirrors mirrors) {
        return new Item(addon, Kind.IMAGE, name, Optional.empty(), mirrors.of(name));
    }
}
