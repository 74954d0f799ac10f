package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.version.MinorVersion;
import dev.butlerlabs.core.version.ReleaseVersion;
import dev.butlerlabs.core.version.TalosMinor;
import dev.butlerlabs.core.version.VersionList;
import java.util.Collection;
import java.util.Optional;

/** The checks of an installer before it writes to a disk, with the messages of Talos. */
final class InstallerRules {
    private InstallerRules() {}

    /**
     * Returns why an installer rejects a machine.
     *
     * @param host Talos version that the machine runs
     * @param kubernetesImages images of the machine configuration whose tag is a Kubernetes version
     */
    static Optional<String> objection(String host, SystemImage target, Collection<String> kubernetesImages) {
        return hostObjection(number(host), number(target.version()))
                .or(() -> kubernetesImages.stream()
                        .flatMap(image -> kubernetesObjection(image, target.version()).stream())
                        .findFirst());
    }

    private static Optional<String> hostObjection(String host, String target) {
        MinorVersion hostMinor = minor(host);
        Optional<TalosMinor> rules = VersionList.current().talos(minor(target));
        if (rules.isEmpty()) {
            return Optional.of("upgrades to version %s are not supported".formatted(target));
        }
        if (rules.get().hostObjection(hostMinor).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                hostMinor.compareTo(minor(target)) < 0
                        ? "host version %s is too old to upgrade to Talos %s".formatted(host, target)
                        : "host version %s is too new to downgrade to Talos %s".formatted(host, target));
    }

    /** Returns why Talos rejects an image of a Kubernetes component. Images without a version are accepted. */
    static Optional<String> kubernetesObjection(String image, String talos) {
        String version = image.substring(image.lastIndexOf(':') + 1).replaceFirst("@.*", "");
        Optional<TalosMinor> rules = VersionList.current().talos(minor(number(talos)));
        Optional<MinorVersion> kubernetes = ReleaseVersion.find(number(version)).map(ReleaseVersion::minorVersion);
        if (rules.isEmpty()
                || kubernetes.isEmpty()
                || rules.get().kubernetesObjection(kubernetes.get()).isEmpty()) {
            return Optional.empty();
        }
        boolean old = kubernetes.get().compareTo(rules.get().kubernetes().oldest()) < 0;
        return Optional.of("version of Kubernetes %s is too %s to be used with Talos %s"
                .formatted(number(version), old ? "old" : "new", number(talos)));
    }

    private static String number(String version) {
        return version.replaceFirst("^v", "");
    }

    /** Returns the minor version; a pre-release part is ignored. */
    private static MinorVersion minor(String version) {
        return ReleaseVersion.find(version.replaceFirst("-.*", ""))
                .map(ReleaseVersion::minorVersion)
                .orElseThrow(() -> new IllegalArgumentException("not a version: " + version));
    }
}
