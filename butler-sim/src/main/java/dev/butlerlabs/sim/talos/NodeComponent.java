package dev.butlerlabs.sim.talos;

/** The Kubernetes components whose image a machine configuration names. */
public enum NodeComponent {
    KUBELET("kubelet", "machine.kubelet.image", "KubeletConfig"),
    API_SERVER("kube-apiserver", "cluster.apiServer.image", "KubeAPIServerConfig"),
    CONTROLLER_MANAGER("kube-controller-manager", "cluster.controllerManager.image", "KubeControllerManagerConfig"),
    SCHEDULER("kube-scheduler", "cluster.scheduler.image", "KubeSchedulerConfig"),
    PROXY("kube-proxy", "cluster.proxy.image", "KubeProxyConfig");

    private final String id;
    private final String path;
    private final String kind;

    NodeComponent(String id, String path, String kind) {
        this.id = id;
        this.path = path;
        this.kind = kind;
    }

    public String id() {
        return id;
    }

    /** Returns the path of its image in the main document of a configuration. */
    String path() {
        return path;
    }

    /** Returns the kind of its own document, which newer configurations have. */
    String kind() {
        return kind;
    }

    /** Returns whether control planes run it as a static pod. */
    public boolean isStaticPod() {
        return this == API_SERVER || this == CONTROLLER_MANAGER || this == SCHEDULER;
    }

    /** Returns whether the machine itself runs it. The proxy is a DaemonSet. */
    boolean isOnMachine() {
        return this != PROXY;
    }
}
