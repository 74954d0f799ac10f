package dev.butlerlabs.core.cli.doctor;

import dev.butlerlabs.core.version.ReleaseVersion;
import dev.butlerlabs.core.version.VersionList;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Evaluates the versions of this tool, of the Kubernetes server and of the controllers. */
final class VersionEvaluator {
    private static final String CHECK = "Versions";
    /** A tool works with controllers of the same minor version, the previous and the next one. */
    private static final int SKEW = 1;

    private VersionEvaluator() {}

    /**
     * Evaluates the versions.
     *
     * @param tool version of this tool, such as {@code 0.3.1}; development builds have other forms
     * @param kubernetes version of the server, such as {@code v1.37.2}
     * @param controllers tag of the image of the controllers; empty if it cannot be read or they are not installed
     */
    static List<DoctorResult> findings(
            String tool, String kubernetes, Optional<String> controllers, VersionList known, LocalDate today) {
        List<DoctorResult> findings = new ArrayList<>();
        findings.add(kubernetes(kubernetes, known, today));
        findings.add(controllers
                .map(version -> skew(tool, version))
                .orElseGet(() -> DoctorResult.ok(
                        CHECK, "Tool %s; the version of the controllers is not readable.".formatted(tool))));
        return findings;
    }

    private static DoctorResult kubernetes(String version, VersionList known, LocalDate today) {
        Optional<ReleaseVersion> release = ReleaseVersion.find(version);
        if (release.isEmpty() || known.kubernetes(release.get().minorVersion()).isEmpty()) {
            return DoctorResult.warning(
                    CHECK,
                    "The server runs Kubernetes %s, which this tool was not tested with.".formatted(version),
                    "List the supported versions with 'butleradm versions'.");
        }
        return known.kubernetesSupportWarning(release.get(), today)
                .map(warning -> DoctorResult.warning(
                        CHECK,
                        "The server runs Kubernetes %s. %s.".formatted(version, warning),
                        "Plan an upgrade with 'butleradm upgrade plan'."))
                .orElseGet(() -> DoctorResult.ok(CHECK, "The server runs Kubernetes %s.".formatted(version)));
    }

    private static DoctorResult skew(String tool, String controllers) {
        String sentence = "Tool %s, controllers %s.".formatted(tool, controllers);
        Optional<ReleaseVersion> own = release(tool);
        Optional<ReleaseVersion> theirs = release(controllers);
        if (own.isEmpty() || theirs.isEmpty()) {
            return DoctorResult.ok(CHECK, sentence + " Development builds are not compared.");
        }
        boolean isSupported = own.get().major() == theirs.get().major()
                && Math.abs(own.get().minor() - theirs.get().minor()) <= SKEW;
        return isSupported
                ? DoctorResult.ok(CHECK, sentence)
                : DoctorResult.warning(
                        CHECK,
                        sentence + " More than one minor version apart is not supported.",
                        own.get().compareTo(theirs.get()) < 0
                                ? "Install a newer version of this tool."
                                : "Upgrade the controllers of the platform.");
    }

    /** Development builds such as 0.1.0-SNAPSHOT count as no release. */
    private static Optional<ReleaseVersion> release(String text) {
        return text.matches("v?[0-9]+\\.[0-9]+\\.[0-9]+") ? ReleaseVersion.find(text) : Optional.empty();
    }
}
