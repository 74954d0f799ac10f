package dev.butlerlabs.core.talos.config;

import dev.butlerlabs.core.talos.yaml.YamlReader;
import dev.butlerlabs.core.tree.UntypedTree;
import java.util.Optional;

/** Reads the installer image of a machine configuration. */
public final class InstallerReader {
    private InstallerReader() {}

    /** Returns the image; empty if the configuration has none. */
    public static Optional<String> image(String configuration) {
        return YamlReader.documents("The machine configuration", configuration).stream()
                .map(UntypedTree::of)
                .filter(document -> !document.has("kind"))
                .flatMap(document -> document.text("machine.install.image").stream())
                .filter(image -> !image.isEmpty())
                .findFirst();
    }
}
