package dev.butlerlabs.core.talos.client;

/** The Kubernetes components that a control plane node runs as static pods. */
public enum ControlPlaneComponent {
    API_SERVER("kube-apiserver", "APIServerConfigs.kubernetes.talos.dev"),
    CONTROLLER_MANAGER("kube-controller-manager", "ControllerManagerConfigs.kubernetes.talos.dev"),
    SCHEDULER("kube-scheduler", "SchedulerConfigs.kubernetes.talos.dev");

    private final String id;
    private final String resourceType;

    ControlPlaneComponent(String id, String resourceType) {
        this.id = id;
        this.resourceType = resourceType;
    }

    /** Returns the name of the component, which is also the label {@code k8s-app} of its pods. */
    public String id() {
        return id;
    }

    /** Returns the type of the resource with its configuration. */
    public String resourceType() {
        return resourceType;
    }
}
