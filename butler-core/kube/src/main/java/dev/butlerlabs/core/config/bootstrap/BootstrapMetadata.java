package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.Namespaces;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;

/** Names and labels of the resources of a bootstrap. */
final class BootstrapMetadata {
    private BootstrapMetadata() {}

    static ObjectMeta named(String name, BootstrapConfig config) {
        return new ObjectMetaBuilder(clusterWide(name, config))
                .withNamespace(Namespaces.SYSTEM)
                .build();
    }

    static ObjectMeta clusterWide(String name, BootstrapConfig config) {
        return new ObjectMetaBuilder()
                .withName(name)
                .addToLabels(Labels.MANAGED_BY, "butler")
                .addToLabels(Labels.CLUSTER, config.cluster().name())
                .build();
    }
}
