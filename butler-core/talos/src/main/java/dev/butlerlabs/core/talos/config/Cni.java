package dev.butlerlabs.core.talos.config;

import java.util.List;

/** The network plugin that Talos installs. */
public sealed interface Cni {
    /** The one that Talos brings along. */
    record Flannel() implements Cni {}

    /** None: somebody installs one later, and nodes stay unready until then. */
    record None() implements Cni {}

    /** Whatever these manifests install. */
    record Custom(List<String> urls) implements Cni {
        public Custom {
            urls = List.copyOf(urls);
        }
    }
}
