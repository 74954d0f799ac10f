package dev.butlerlabs.core.kube;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Where the selection of a cluster comes from, in order of precedence. */
public enum ContextSource {
    /** {@code --kubeconfig}. */
    KUBECONFIG_OPTION("--kubeconfig", "--kubeconfig is specified"),
    /** {@code --context}. */
    CONTEXT_OPTION("--context", "--context is specified"),
    /** {@code BUTLER_CONTEXT}. */
    CONTEXT_VARIABLE("BUTLER_CONTEXT", "BUTLER_CONTEXT is set"),
    /** {@code KUBECONFIG}. */
    KUBECONFIG_VARIABLE("KUBECONFIG", "KUBECONFIG is set"),
    /** {@code context use}. */
    CHOSEN("'context use'", "it was chosen with 'context use'"),
    /** The only management cluster of the user. */
    ONLY_CLUSTER("the only management cluster", "it is the only management cluster of this user"),
    /** {@code ~/.kube/config}. */
    DEFAULT_KUBECONFIG("~/.kube/config", "nothing else selects a cluster, and the default kubeconfig exists");

    private final String label;
    private final String reason;

    ContextSource(String label, String reason) {
        this.label = label;
        this.reason = reason;
    }

    /** Returns a clause that completes "because". */
    public String reason() {
        return reason;
    }

    /** Returns all sources in order of precedence, comma-separated. */
    public static String order() {
        return Arrays.stream(values()).map(source -> source.label).collect(Collectors.joining(", "));
    }
}
