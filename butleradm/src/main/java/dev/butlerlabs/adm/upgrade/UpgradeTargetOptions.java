package dev.butlerlabs.adm.upgrade;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.upgrade.UpgradeTarget;
import dev.butlerlabs.core.version.ReleaseVersion;
import dev.butlerlabs.core.version.VersionList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options for the versions to upgrade to. */
final class UpgradeTargetOptions {
    @Option(names = "--talos", paramLabel = "VERSION", description = "Talos version to upgrade to, such as v1.14.1.")
    private Optional<String> talos = Optional.empty();

    @Option(
            names = "--kubernetes",
            paramLabel = "VERSION",
            description = "Kubernetes version to upgrade to, such as v1.37.2.")
    private Optional<String> kubernetes = Optional.empty();

    @Option(names = "--platform", description = "Include the platform addons.")
    private boolean platform;

    boolean includesPlatform() {
        return platform;
    }

    /** Returns the requested versions; without any, the newest ones that work together. */
    UpgradeTarget target(VersionList list) {
        List<InputProblem> problems = new ArrayList<>();
        Optional<ReleaseVersion> wantedTalos = release("--talos", talos, list.defaultTalos(), problems);
        Optional<ReleaseVersion> wantedKubernetes =
                release("--kubernetes", kubernetes, list.defaultKubernetes(), problems);
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid version:", problems);
        }
        boolean isNewest = talos.isEmpty() && kubernetes.isEmpty() && !platform;
        return isNewest
                ? new UpgradeTarget(Optional.of(list.defaultTalos()), Optional.of(list.defaultKubernetes()))
                : new UpgradeTarget(wantedTalos, wantedKubernetes);
    }

    private static Optional<ReleaseVersion> release(
            String option, Optional<String> text, ReleaseVersion example, List<InputProblem> problems) {
        Optional<ReleaseVersion> found = text.flatMap(ReleaseVersion::find)
                .filter(release -> release.toString().equals(text.get()));
        if (text.isPresent() && found.isEmpty()) {
            problems.add(new InputProblem(
                    option,
                    "invalid value \"%s\"".formatted(text.get()),
                    "must be a version such as %s".formatted(example)));
        }
        return found;
    }
}
