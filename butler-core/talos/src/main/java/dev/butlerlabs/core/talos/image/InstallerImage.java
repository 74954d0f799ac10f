package dev.butlerlabs.core.talos.image;

import dev.butlerlabs.core.version.ReleaseVersion;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Determines the installer image that upgrades a machine and keeps its schematic. An installer without the schematic would remove the
 * extensions of the machine. Pure functions.
 */
public final class InstallerImage {
    private static final String DEFAULT = "ghcr.io/siderolabs/installer";
    /** An installer of an Image Factory: registry, name with an optional platform, schematic. */
    private static final Pattern FACTORY = Pattern.compile(
            "(?<registry>.+)/(?:(?<platform>[a-z0-9]+)-)?installer(?<secure>-secureboot)?/(?<id>[0-9a-f]{64})");

    private InstallerImage() {}

    /**
     * Returns the installer of a version.
     *
     * @param configured the installer in the machine configuration, which names the registry or mirror; empty if there is none
     * @param schematic the schematic that the machine reports; empty if it has none
     * @param platform such as {@code metal} or {@code nocloud}
     */
    public static String of(
            Optional<String> configured, Optional<String> schematic, String platform, ReleaseVersion version) {
        Optional<String> plain = configured.map(InstallerImage::withoutTag);
        Optional<Matcher> factory = plain.map(FACTORY::matcher).filter(Matcher::matches);
        Optional<String> id = schematic.or(() -> factory.map(form -> form.group("id")));
        if (id.isEmpty()) {
            return plain.orElse(DEFAULT) + ":" + version;
        }
        boolean isSecure = factory.map(form -> form.group("secure")).isPresent();
        String image = Schematic.installer(
                id.get(), factory.map(form -> form.group("platform")).orElse(platform), isSecure, version.toString());
        return factory.map(form -> form.group("registry") + image.substring(image.indexOf('/')))
                .orElse(image);
    }

    private static String withoutTag(String image) {
        String name = image.replaceFirst("@.*", "");
        int colon = name.indexOf(':', name.lastIndexOf('/') + 1);
        return colon < 0 ? name : name.substring(0, colon);
    }
}
