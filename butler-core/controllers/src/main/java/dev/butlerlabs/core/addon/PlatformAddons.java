package dev.butlerlabs.core.addon;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The platform addons that are part of the program, in dependency order. Immutable and thread-safe. */
public final class PlatformAddons {
    private static final ShippedFiles FILES = new ShippedFiles("/manifests/addons/");

    private final List<PlatformAddon> ordered;

    PlatformAddons(Collection<PlatformAddon> addons) {
        this.ordered = List.copyOf(AddonOrder.sorted(addons));
    }

    /** Returns the built-in addons; {@code addons.txt} lists their directories. */
    public static PlatformAddons shipped() {
        List<PlatformAddon> addons = new ArrayList<>();
        AddonReader reader = new AddonReader();
        FILES.listed("addons.txt")
                .forEach(name -> addons.add(reader.read(name, file -> FILES.text(name + "/" + file))));
        return new PlatformAddons(addons);
    }

    public List<PlatformAddon> all() {
        return ordered;
    }

    /** Returns the selected addons in the selected versions. A dependency that is not selected is replaced by its own dependencies. */
    public List<PlatformAddon> wanted(AddonSelection choice) {
        List<PlatformAddon> wanted = ordered.stream()
                .filter(addon -> isWanted(addon, choice.switches()))
                .toList();
        Set<String> names = wanted.stream().map(PlatformAddon::name).collect(Collectors.toSet());
        return wanted.stream().map(addon -> narrowed(addon, names, choice)).toList();
    }

    private static boolean isWanted(PlatformAddon addon, Set<String> switches) {
        return addon.when().map(switches::contains).orElse(true) || !Collections.disjoint(addon.aliases(), switches);
    }

    /** Returns the switches that no addon defines. */
    public Set<String> unknown(AddonSelection choice) {
        Set<String> unknown = new TreeSet<>(choice.switches());
        ordered.forEach(addon -> {
            addon.when().ifPresent(unknown::remove);
            unknown.removeAll(addon.aliases());
        });
        return unknown;
    }

    private PlatformAddon narrowed(PlatformAddon addon, Set<String> wanted, AddonSelection choice) {
        return PlatformAddonBuilder.builder(addon)
                .dependsOn(needed(addon, wanted).distinct().toList())
                .version(version(addon, choice.versions()))
                .chart(addon.chart().map(chart -> chart.with(choice.values().getOrDefault(addon.name(), Map.of()))))
                .build();
    }

    /** A version may also be given under an alias of the addon. */
    private static String version(PlatformAddon addon, Map<String, String> versions) {
        return Stream.concat(Stream.of(addon.name()), addon.aliases().stream().sorted())
                .flatMap(name -> Stream.ofNullable(versions.get(name)))
                .findFirst()
                .orElse(addon.version());
    }

    private Stream<String> needed(PlatformAddon addon, Set<String> wanted) {
        return addon.dependsOn().stream()
                .flatMap(name -> wanted.contains(name) ? Stream.of(name) : needed(named(name), wanted));
    }

    private PlatformAddon named(String name) {
        return ordered.stream()
                .filter(addon -> addon.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
