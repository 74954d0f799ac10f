package dev.butlerlabs.core.talos.config;

import java.util.List;

/** The CNI plugin that Talos installs. */
public sealed interface Cni {
    /** Flannel, the default of Talos. */
    record Flannel() implements Cni {}

    /** None: it is installed later, and nodes are not ready until then. */
    record None() implements Cni {}

    /** Installed from these manifests. */
    record Custom(List<String> urls) implements Cni {
        public Custom {
            urls = List.copyOf(urls);
        }
    }
}
