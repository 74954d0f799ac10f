package dev.butlerlabs.adm.talos;

import dev.butlerlabs.core.version.VersionContract;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Option for the Talos version. */
final class TalosVersionOption {
    @Option(
            names = "--talos-version",
            paramLabel = "VERSION",
            description = "Talos version to generate for, such as v1.13.9 (default: the latest known).")
    private String text = "";

    Optional<String> text() {
        return Optional.of(text).filter(given -> !given.isEmpty());
    }

    Optional<VersionContract> contract() {
        return text().map(VersionContract::parse);
    }
}
