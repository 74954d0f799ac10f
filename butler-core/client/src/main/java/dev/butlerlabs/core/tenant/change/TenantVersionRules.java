package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.api.TenantClusterSpec.Talos;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.version.ReleaseVersion;
import dev.butlerlabs.core.version.TalosMinor;
import dev.butlerlabs.core.version.VersionList;
import java.time.LocalDate;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks the versions of a TenantCluster with the version list. Thread-safe. */
public record TenantVersionRules(VersionList list) {
    static final String TALOS = "spec.workers.machineTemplate.os.talos.version";
    private static final String SYSTEM = "spec.workers.machineTemplate.os.type";
    private static final String KUBERNETES = "spec.kubernetesVersion";

    /** Returns a problem if the Talos version of the workers does not run the Kubernetes version. */
    public Optional<InputProblem> problem(TenantDocument document) {
        return kubernetes(document)
                .flatMap(kubernetes -> talos(document)
                        .flatMap(talos -> list.talos(talos.minorVersion()))
                        .flatMap((TalosMinor talos) -> talos.kubernetesObjection(kubernetes.minorVersion()))
                        .map(objection -> document.problem(TALOS, objection, hint(kubernetes))));
    }

    private String hint(ReleaseVersion kubernetes) {
        return list.talosFor(kubernetes.minorVersion())
                .map(talos -> "use %s".formatted(talos))
                .orElse("select another Kubernetes version");
    }

    /** Returns a warning for each version that receives no fixes. */
    public Stream<String> warnings(TenantDocument document, LocalDate today) {
        return Stream.concat(
                kubernetes(document)
                        .flatMap(release -> list.kubernetesSupportWarning(release, today))
                        .map(sentence -> "%s: %s (use %s)".formatted(KUBERNETES, sentence, list.defaultKubernetes()))
                        .stream(),
                talos(document)
                        .flatMap(release -> list.talosSupportWarning(release, today))
                        .map(sentence -> "%s: %s (use %s)".formatted(TALOS, sentence, list.defaultTalos()))
                        .stream());
    }

    private static Optional<ReleaseVersion> kubernetes(TenantDocument document) {
        return document.fields().text(KUBERNETES).flatMap(ReleaseVersion::find);
    }

    private static Optional<ReleaseVersion> talos(TenantDocument document) {
        return document.fields()
                .text(SYSTEM)
                .filter("talos"::equals)
                .flatMap(_ -> ReleaseVersion.find(document.fields().text(TALOS).orElse(Talos.DEFAULT_VERSION)));
    }
}
