package dev.butlerlabs.core.talos.config;

/** A Kubernetes program whose version a machine configuration sets. In the order in which an upgrade changes them. */
public enum KubernetesComponent {
    API_SERVER("kube-apiserver", "cluster.apiServer.image", "KubeAPIServerConfig"),
    CONTROLLER_MANAGER("kube-controller-manager", "cluster.controllerManager.image", "KubeControllerManagerConfig"),
    SCHEDULER("kube-scheduler", "cluster.scheduler.image", "KubeSchedulerConfig"),
    /** Disabled in the clusters of Butler; its version follows the others. */
    PROXY("kube-proxy", "cluster.proxy.image", "KubeProxyConfig"),
    KUBELET("kubelet", "machine.kubelet.image", "KubeletConfig");

    private final String program;
    private final String path;
    private final String documentKind;

    KubernetesComponent(String program, String path, String documentKind) {
        this.program = program;
        this.path = path;
        this.documentKind = documentKind;
    }

    /** Returns the name of the program, which is also the name of its static pod. */
    public String program() {
        return program;
    }

    /** Returns whether only control plane nodes run it, as a static pod. */
    public boolean isStaticPod() {
        return this != KUBELET && this != PROXY;
    }

    String path() {
        return path;
    }

    String documentKind() {
        return documentKind;
    }

    @Override
    public String toString() {
        return program;
    }
}
