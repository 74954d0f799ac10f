package dev.butlerlabs.adm.talos;

import dev.butlerlabs.core.version.VersionContract;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The Talos that is meant. */
final class TalosVersionOption {
    @Option(
            names = "--talos-version",
            paramLabel = "VERSION",
            description = "Talos the result is meant for, such as v1.13.9; the newest known by default.")
    private String text = "";

    Optional<String> text() {
        return Optional.of(text).filter(given -> !given.isEmpty());
    }

    Optional<VersionContract> contract() {
        return text().map(VersionContract::parse);
    }
}
