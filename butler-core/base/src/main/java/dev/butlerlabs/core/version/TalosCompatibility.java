package dev.butlerlabs.core.version;

import java.util.Map;
import java.util.Optional;

/**
 * Checks which Kubernetes releases run on which Talos release: six minor releases each, up to the one that Talos was released
 * with.
 */
public final class TalosCompatibility {
    private static final int WINDOW = 5;

    /** The last Kubernetes minor of Talos 1.8. Both minors increase together. */
    private static final int KUBERNETES_OF_TALOS_8 = 31;

    /** The Kubernetes version that a Talos release installs by default. */
    private static final Map<Integer, String> DEFAULTS = Map.of(
            8, "1.31.4",
            9, "1.32.4",
            10, "1.33.6",
            11, "1.34.1",
            12, "1.35.4",
            13, "1.36.3",
            14, "1.37.0-rc.0");

    private TalosCompatibility() {}

    public static KubernetesVersion defaultKubernetes(VersionContract talos) {
        return KubernetesVersion.parse(DEFAULTS.get(talos.known().minor()));
    }

    /**
     * Returns why this Kubernetes version does not run on this Talos version.
     *
     * @return empty if it does
     */
    public static Optional<String> objection(VersionContract talos, KubernetesVersion kubernetes) {
        int newest = KUBERNETES_OF_TALOS_8 + talos.minor() - VersionContract.OLDEST.minor();
        int oldest = newest - WINDOW;
        boolean fits = kubernetes.major() == 1 && kubernetes.minor() >= oldest && kubernetes.minor() <= newest;
        return fits
                ? Optional.empty()
                : Optional.of("Talos %2$s does not support Kubernetes %1$s: supported are 1.%3$d to 1.%4$d."
                        .formatted(kubernetes, talos, oldest, newest));
    }

    /**
     * Returns whether nodes of this Talos version reject a configuration with an unsupported Kubernetes version. Older ones fail
     * later.
     */
    public static boolean isEnforcedByNodes(VersionContract talos) {
        return talos.isAtLeast(1, 11);
    }
}
