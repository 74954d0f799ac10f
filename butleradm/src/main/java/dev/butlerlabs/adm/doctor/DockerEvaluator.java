package dev.butlerlabs.adm.doctor;

import dev.butlerlabs.core.cli.doctor.DoctorResult;
import dev.butlerlabs.core.docker.DockerAvailability;
import dev.butlerlabs.core.docker.ImageName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Evaluates the Docker engine, which only some commands need. */
final class DockerEvaluator {
    static final String CHECK = "Docker";

    private static final int OLDEST_API_MAJOR = 1;
    private static final int OLDEST_API_MINOR = 40;

    private DockerEvaluator() {}

    /**
     * Evaluates the engine.
     *
     * @param hasNodeImage whether the engine has the node image; empty if it was not asked
     */
    static List<DoctorResult> findings(DockerAvailability engine, ImageName nodeImage, Optional<Boolean> hasNodeImage) {
        return switch (engine) {
            case DockerAvailability.Silent silent ->
                List.of(DoctorResult.warning(
                        CHECK,
                        "No Docker engine: %s".formatted(silent.reason()),
                        "Start Docker for the provider local and for --engine kind. Other commands do not need it."));
            case DockerAvailability.Answers answers -> of(answers, nodeImage, hasNodeImage);
        };
    }

    private static List<DoctorResult> of(
            DockerAvailability.Answers engine, ImageName nodeImage, Optional<Boolean> hasNodeImage) {
        List<DoctorResult> findings = new ArrayList<>();
        String name = engine.facts().isPodman() ? "Podman" : "Docker";
        String version = "%s %s (API %s) at %s"
                .formatted(name, engine.version().engine(), engine.version().api(), engine.host());
        findings.add(
                engine.version().speaks(OLDEST_API_MAJOR, OLDEST_API_MINOR)
                        ? DoctorResult.ok(CHECK, version + ".")
                        : DoctorResult.problem(
                                CHECK,
                                "%s is too old.".formatted(version),
                                "Install Docker with API %d.%d or later."
                                        .formatted(OLDEST_API_MAJOR, OLDEST_API_MINOR)));
        hasNodeImage.ifPresent(
                has -> findings.add(
                        has
                                ? DoctorResult.ok("KIND image", "%s is present.".formatted(nodeImage))
                                : DoctorResult.warning(
                                        "KIND image",
                                        "%s is not present; --engine kind pulls it.".formatted(nodeImage),
                                        "Without access to the registry, load it with docker load, or set BUTLER_KIND_IMAGE.")));
        return findings;
    }
}
