package dev.butlerlabs.core.backup.restore;

/** Why an object of a tenant cluster is not restored. */
public enum SkipReason {
    CLUSTER_STATE("state of nodes, pods and volumes"),
    CONTROLLED("created by controllers"),
    FINISHED("finished Jobs and Pods"),
    CONTROL_PLANE("created by the control plane"),
    ADDON("installed by Butler"),
    ACCESS_GRANT("access grants"),
    DELETED("were being deleted"),
    VOLUME("volumes that cannot be attached"),
    OWNER("owners not restored");

    private final String text;

    SkipReason(String text) {
        this.text = text;
    }

    /** Returns a description for users. */
    public String text() {
        return text;
    }
}
