package dev.butlerlabs.core.addon;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;

/** Renders a namespace whose pods may use the host's network, devices and directories, which Talos forbids elsewhere. */
public final class PrivilegedNamespace {
    private static final String RULE = "pod-security.kubernetes.io/";
    private static final String PRIVILEGED = "privileged";

    private PrivilegedNamespace() {}

    public static Namespace named(String name) {
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels(RULE + "enforce", PRIVILEGED)
                .addToLabels(RULE + "warn", PRIVILEGED)
                .addToLabels(RULE + "audit", PRIVILEGED)
                .endMetadata()
                .build();
    }
}
