package dev.butlerlabs.core.talos.client;

import java.util.Objects;

/**
 * The configuration from which a machine renders a static pod.
 *
 * @param version changes with every change of the configuration; the pod has it in the annotation {@link #VERSION_ANNOTATION}
 * @param image image of the pod
 */
public record StaticPodConfig(String version, String image) {
    public static final String VERSION_ANNOTATION = "talos.dev/config-version";

    public StaticPodConfig {
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(image, "image");
    }
}
