package dev.butlerlabs.core.addon;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The parts of the platform that ship with the program, in an order in which each comes after those it needs. */
public final class PlatformAddons {
    private static final String FOLDER = "/manifests/addons/";

    private final List<PlatformAddon> ordered;

    PlatformAddons(Collection<PlatformAddon> addons) {
        this.ordered = List.copyOf(AddonOrder.sorted(addons));
    }

    /** The shipped ones; {@code addons.txt} lists their folders. */
    public static PlatformAddons shipped() {
        List<PlatformAddon> addons = new ArrayList<>();
        AddonReader reader = new AddonReader();
        for (String line : text("addons.txt").lines().toList()) {
            List<String> words = List.of(line.strip().split(" +"));
            String name = words.getFirst();
            addons.add(reader.read(
                    name,
                    text(name + "/addon.yaml"),
                    find(name + "/values.yaml").orElse(""),
                    words.stream().skip(1).map(file -> text(name + "/" + file)).toList()));
        }
        return new PlatformAddons(addons);
    }

    public List<PlatformAddon> all() {
        return ordered;
    }

    /** Those that are wanted with these switches on; a dependency that is not wanted is no dependency. */
    public List<PlatformAddon> wanted(Set<String> switches) {
        Map<String, PlatformAddon> wanted = ordered.stream()
                .filter(addon -> addon.when().map(switches::contains).orElse(true))
                .collect(
                        Collectors.toMap(PlatformAddon::name, addon -> addon, (one, other) -> one, LinkedHashMap::new));
        return wanted.values().stream()
                .map(addon -> narrowed(addon, wanted.keySet()))
                .toList();
    }

    private static PlatformAddon narrowed(PlatformAddon addon, Set<String> wanted) {
        return new PlatformAddon(
                addon.name(),
                addon.title(),
                addon.when(),
                addon.dependsOn().stream().filter(wanted::contains).toList(),
                addon.chart(),
                addon.manifests(),
                addon.ready());
    }

    private static String text(String file) {
        return find(file).orElseThrow(() -> new IllegalStateException("not shipped: " + file));
    }

    private static Optional<String> find(String file) {
        try (InputStream stream = PlatformAddons.class.getResourceAsStream(FOLDER + file)) {
            return stream == null
                    ? Optional.empty()
                    : Optional.of(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
