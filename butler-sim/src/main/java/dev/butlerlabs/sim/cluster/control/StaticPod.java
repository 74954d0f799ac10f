package dev.butlerlabs.sim.cluster.control;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A static pod of a control plane machine.
 *
 * @param program name of the component, such as {@code kube-apiserver}
 * @param configVersion version of the configuration from which Talos renders it
 * @param running false while it restarts
 */
public record StaticPod(String program, String image, String configVersion, boolean running) {
    public StaticPod {
        Objects.requireNonNull(program, "program");
        Objects.requireNonNull(image, "image");
        Objects.requireNonNull(configVersion, "configVersion");
    }

    /** Returns the static pods of a control plane in which all components have one version. */
    static List<StaticPod> all(String version) {
        return Stream.of("kube-apiserver", "kube-controller-manager", "kube-scheduler")
                .map(program -> new StaticPod(program, "registry.k8s.io/" + program + ":" + version, "1", true))
                .toList();
    }
}
