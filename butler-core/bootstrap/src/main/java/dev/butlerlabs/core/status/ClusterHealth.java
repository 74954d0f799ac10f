package dev.butlerlabs.core.status;

import java.util.Locale;

/** The health of a management cluster as a whole. */
public enum ClusterHealth {
    HEALTHY,
    DEGRADED,
    /** No information could be read from its Kubernetes API. */
    UNREACHABLE;

    /** Returns the word for people and documents. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
