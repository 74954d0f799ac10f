package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.addon.HelmTask.Program;
import dev.butlerlabs.core.addon.PlatformAddon.Chart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What has to be fetched from elsewhere for a set of addons, as far as their descriptions tell.
 *
 * @param gaps the addons that run images which no description names
 */
public record AddonBundle(List<Item> items, List<Gap> gaps) {
    public AddonBundle {
        items = List.copyOf(items);
        gaps = List.copyOf(gaps);
    }

    /** What kind of thing is fetched. */
    public enum Kind {
        CHART,
        IMAGE,
        MANIFEST
    }

    /**
     * One thing to fetch.
     *
     * @param addon whose it is
     * @param reference by what it is fetched
     * @param version empty where the reference says it
     * @param mirror where machines take it from instead
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
     * @param isNothingKnown whether not even one is
     */
    public record Gap(String addon, boolean isNothingKnown) {}

    /**
     * What these addons need.
     *
     * @param mirrors hold for images alone: charts and manifests are fetched by programs that know nothing of them
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

    /** The Jobs that install addons run images too. */
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
        addon.chart().map(chart -> chart(addon, chart, places)).ifPresent(items::add);
        addon.remote()
                .map(address -> new Item(
                        addon.name(),
                        Kind.MANIFEST,
                        Places.filled(addon, address, places),
                        Optional.empty(),
                        Optional.empty()))
                .ifPresent(items::add);
        addon.images().names().stream()
                .map(name -> image(addon.name(), Places.filled(addon, name, places), mirrors))
                .forEach(items::add);
        return items;
    }

    private static Item chart(PlatformAddon addon, Chart chart, Map<String, String> places) {
        String address = Places.filled(addon, chart.source(), places).replaceFirst("/+$", "") + "/" + chart.name();
        return new Item(addon.name(), Kind.CHART, address, Optional.of(addon.version()), Optional.empty());
    }

    private static Item image(String addon, String name, RegistryMirrors mirrors) {
        return new Item(addon, Kind.IMAGE, name, Optional.empty(), mirrors.of(name));
    }
}
