package dev.butlerlabs.sim.talos;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Talos that an installer image writes to a disk.
 *
 * @param version such as {@code v1.12.4}
 * @param schematic ID of the Image Factory schematic; empty if the image is not from the Image Factory, and so has no extensions
 */
record SystemImage(String version, Optional<String> schematic) {
    private static final Pattern INSTALLER = Pattern.compile(
            "[a-z0-9][a-z0-9.:-]*/(?:[a-z0-9._-]+/)*?(?:[a-z0-9-]*installer(?:-secureboot)?/(?<schematic>[0-9a-f]{64})|[a-z0-9._/-]+)"
                    + ":(?<version>v\\d+\\.\\d+\\.\\d+[0-9a-z.-]*)(?:@sha256:[0-9a-f]{64})?");

    SystemImage {
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(schematic, "schematic");
    }

    static SystemImage plain(String version) {
        return new SystemImage(version, Optional.empty());
    }

    /** Parses an image reference; empty if it is malformed or its tag is not a version. */
    static Optional<SystemImage> parse(String reference) {
        Matcher matcher = INSTALLER.matcher(reference);
        return matcher.matches()
                ? Optional.of(
                        new SystemImage(matcher.group("version"), Optional.ofNullable(matcher.group("schematic"))))
                : Optional.empty();
    }

    SystemImage withSchematic(Optional<String> other) {
        return new SystemImage(version, other);
    }
}
