package dev.butlerlabs.core.version;

import java.util.Optional;

/** Checks which Kubernetes releases run on which Talos release, with the version list. */
public final class TalosCompatibility {
    private TalosCompatibility() {}

    /** Returns the Kubernetes version that a Talos release installs by default. */
    public static KubernetesVersion defaultKubernetes(VersionContract talos) {
        return listed(talos.known())
                .flatMap(one -> one.kubernetes().usual())
                .map(release -> KubernetesVersion.parse(release.toString()))
                .orElseThrow();
    }

    /**
     * Returns why this Kubernetes version does not run on this Talos version.
     *
     * @return empty if it does, or if the Talos version is not in the version list
     */
    public static Optional<String> objection(VersionContract talos, KubernetesVersion kubernetes) {
        return listed(talos)
                .map(TalosMinor::kubernetes)
                .filter(range -> !range.contains(new MinorVersion(kubernetes.major(), kubernetes.minor())))
                .map(range -> "Talos %s does not support Kubernetes %s: supported are %s to %s."
                        .formatted(talos, kubernetes, range.oldest(), range.newest()));
    }

    private static Optional<TalosMinor> listed(VersionContract talos) {
        return VersionList.current().talos(new MinorVersion(talos.major(), talos.minor()));
    }

    /**
     * Returns whether nodes of this Talos version reject a configuration with an unsupported Kubernetes version. Older ones fail
     * later.
     */
    public static boolean isEnforcedByNodes(VersionContract talos) {
        return talos.isAtLeast(1, 11);
    }
}
