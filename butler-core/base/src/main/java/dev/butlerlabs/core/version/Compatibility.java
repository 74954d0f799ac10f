package dev.butlerlabs.core.version;

import java.util.Map;
import java.util.Optional;

/** Which Kubernetes releases run on which Talos: six minor releases each, the last of them the one that Talos was released with. */
public final class Compatibility {
    private static final int WINDOW = 5;

    /** The last Kubernetes minor of Talos 1.8; both count up together. */
    private static final int KUBERNETES_OF_TALOS_8 = 31;

    /** What a Talos release installs when nobody asks for another Kubernetes. */
    private static final Map<Integer, String> DEFAULTS = Map.of(
            8, "1.31.4",
            9, "1.32.4",
            10, "1.33.6",
            11, "1.34.1",
            12, "1.35.4",
            13, "1.36.3",
            14, "1.37.0-rc.0");

    private Compatibility() {}

    public static KubernetesVersion defaultKubernetes(VersionContract talos) {
        return KubernetesVersion.parse(DEFAULTS.get(talos.known().minor()));
    }

    /** A sentence if this Kubernetes does not run on this Talos. */
    public static Optional<String> objection(VersionContract talos, KubernetesVersion kubernetes) {
        int newest = KUBERNETES_OF_TALOS_8 + talos.minor() - VersionContract.OLDEST.minor();
        int oldest = newest - WINDOW;
        boolean fits = kubernetes.major() == 1 && kubernetes.minor() >= oldest && kubernetes.minor() <= newest;
        return fits
                ? Optional.empty()
                : Optional.of("Kubernetes %s does not run on Talos %s, which takes 1.%d to 1.%d."
                        .formatted(kubernetes, talos, oldest, newest));
    }

    /** Whether nodes of this Talos refuse a configuration whose Kubernetes does not fit; older ones fail later. */
    public static boolean isEnforcedByNodes(VersionContract talos) {
        return talos.isAtLeast(1, 11);
    }
}
