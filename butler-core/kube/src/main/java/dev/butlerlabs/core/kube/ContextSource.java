package dev.butlerlabs.core.kube;

/** Where the selection of a cluster comes from, in order of precedence. */
public enum ContextSource {
    /** {@code --kubeconfig}. */
    KUBECONFIG_OPTION("--kubeconfig is specified"),
    /** {@code --context}. */
    CONTEXT_OPTION("--context is specified"),
    /** {@code BUTLER_CONTEXT}. */
    CONTEXT_VARIABLE("BUTLER_CONTEXT is set"),
    /** {@code KUBECONFIG}. */
    KUBECONFIG_VARIABLE("KUBECONFIG is set"),
    /** {@code context use}. */
    CHOSEN("it was chosen with 'context use'"),
    /** The only management cluster of the user. */
    ONLY_CLUSTER("it is the only management cluster of this user"),
    /** {@code ~/.kube/config}. */
    DEFAULT_KUBECONFIG("nothing else selects a cluster, and the default kubeconfig exists");

    private final String reason;

    ContextSource(String reason) {
        this.reason = reason;
    }

    /** Returns a clause that completes "because". */
    public String reason() {
        return reason;
    }
}
