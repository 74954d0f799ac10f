package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.api.ClusterBootstrapSpec.Topology;
import dev.butlerlabs.core.config.Key;
import dev.butlerlabs.core.config.Problems;
import dev.butlerlabs.core.config.Section;
import dev.butlerlabs.core.config.Settings;
import java.util.Optional;

/** A file whose values were read one by one, for rules to look at; what did not fit is absent. */
public final class ConfigDraft {
    private final Settings root;

    ConfigDraft(Settings root) {
        this.root = root;
    }

    public Settings root() {
        return root;
    }

    public Problems problems() {
        return root.section().problems();
    }

    public Optional<String> provider() {
        return root.find(BootstrapKeys.PROVIDER);
    }

    /** The section named like the provider, empty when it was not given; nothing when no provider is named. */
    public Optional<Section> providerSection() {
        return provider()
                .map(name -> root.section().sectionOrEmpty("providerConfig").sectionOrEmpty(name));
    }

    /** A value of a section at the top, such as {@code find(BootstrapKeys.NETWORK, NetworkKeys.VIP)}. */
    public <T> Optional<T> find(Key<Settings> section, Key<T> key) {
        return root.find(section).flatMap(settings -> settings.find(key));
    }

    public boolean isSingleNode() {
        return find(BootstrapKeys.CLUSTER, ClusterKeys.TOPOLOGY)
                .filter(Topology.SINGLE_NODE::equals)
                .isPresent();
    }

    /** How many machines the control plane will have, whatever number a single-node cluster was given. */
    public Optional<Integer> controlPlanes() {
        return isSingleNode()
                ? Optional.of(1)
                : find(BootstrapKeys.CLUSTER, ClusterKeys.CONTROL_PLANE)
                        .flatMap(machines -> machines.find(ClusterKeys.REPLICAS));
    }

    /** How many workers there will be. */
    public int workers() {
        return isSingleNode() ? 0 : givenWorkers();
    }

    int givenWorkers() {
        return find(BootstrapKeys.CLUSTER, ClusterKeys.WORKERS)
                .flatMap(machines -> machines.find(ClusterKeys.WORKER_REPLICAS))
                .orElse(0);
    }
}
