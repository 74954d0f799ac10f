package dev.butlerlabs.core.talos;

import dev.butlerlabs.core.version.KubernetesVersion;

/** The container images that a machine configuration refers to. */
public final class TalosImages {
    private static final String KUBERNETES = "registry.k8s.io/";
    private static final String SIDERO = "ghcr.io/siderolabs/";

    private TalosImages() {}

    public static String kubelet(KubernetesVersion version) {
        return SIDERO + "kubelet:v" + version;
    }

    public static String apiServer(KubernetesVersion version) {
        return KUBERNETES + "kube-apiserver:v" + version;
    }

    public static String controllerManager(KubernetesVersion version) {
        return KUBERNETES + "kube-controller-manager:v" + version;
    }

    public static String scheduler(KubernetesVersion version) {
        return KUBERNETES + "kube-scheduler:v" + version;
    }

    public static String proxy(KubernetesVersion version) {
        return KUBERNETES + "kube-proxy:v" + version;
    }
}
