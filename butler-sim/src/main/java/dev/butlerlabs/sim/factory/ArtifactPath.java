package dev.butlerlabs.sim.factory;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The path of an artifact below {@code /image}: schematic, version and file. */
record ArtifactPath(String schematic, String version, String file) {
    private static final Pattern PATH = Pattern.compile("/image/(?<schematic>[^/]+)/(?<version>[^/]+)/(?<file>[^/]+)");
    private static final Pattern FILE = Pattern.compile(
            "(?<platform>[a-z]+)-(amd64|arm64)(-secureboot)?\\.(raw|qcow2|vhd|ova|iso)(\\.(tar\\.gz|gz|xz|zst))?");
    private static final Set<String> PLATFORMS = Set.of(
            "akamai",
            "aws",
            "azure",
            "cloudstack",
            "digital",
            "gcp",
            "hcloud",
            "metal",
            "nocloud",
            "opennebula",
            "openstack",
            "oracle",
            "scaleway",
            "upcloud",
            "vmware",
            "vultr");

    static Optional<ArtifactPath> of(String path) {
        Matcher matcher = PATH.matcher(path);
        return matcher.matches()
                ? Optional.of(
                        new ArtifactPath(matcher.group("schematic"), matcher.group("version"), matcher.group("file")))
                : Optional.empty();
    }

    boolean isKnownFile() {
        Matcher matcher = FILE.matcher(file);
        return matcher.matches() && PLATFORMS.contains(matcher.group("platform"));
    }

    /** Returns whether it is a checksum, a signature or another file of the enterprise edition. */
    boolean isEnterprise() {
        return file.endsWith(".sha256") || file.endsWith(".sha512") || file.endsWith(".sigstore.json");
    }

    /** Returns the seed of its content. */
    String seed() {
        return schematic + "/" + version + "/" + file;
    }
}
