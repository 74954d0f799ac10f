package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.api.ClusterBootstrapSpec.Topology;
import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.config.ProblemCollector;
import java.util.Optional;

/** The individually checked values of a file, as input for rules. Values that are not valid are absent. Immutable. */
public final class ConfigDraft {
    private final ConfigSettings root;

    ConfigDraft(ConfigSettings root) {
        this.root = root;
    }

    public ConfigSettings root() {
        return root;
    }

    public ProblemCollector problems() {
        return root.section().problems();
    }

    public Optional<String> provider() {
        return root.find(BootstrapFileKeys.PROVIDER);
    }

    /**
     * Returns the section with the name of the provider; an empty section if it is missing.
     *
     * @return empty if no provider is configured
     */
    public Optional<ConfigSection> providerSection() {
        return provider()
                .map(name -> root.section().sectionOrEmpty("providerConfig").sectionOrEmpty(name));
    }

    /** Returns a value of a top-level section, such as {@code find(BootstrapKeys.NETWORK, NetworkKeys.VIP)}. */
    public <T> Optional<T> find(ConfigKey<ConfigSettings> section, ConfigKey<T> key) {
        return root.find(section).flatMap(settings -> settings.find(key));
    }

    public boolean isSingleNode() {
        return find(BootstrapFileKeys.CLUSTER, ClusterKeys.TOPOLOGY)
                .filter(Topology.SINGLE_NODE::equals)
                .isPresent();
    }

    /** Returns the number of control plane machines: 1 for a single-node cluster, whatever is configured. */
    public Optional<Integer> controlPlanes() {
        return isSingleNode()
                ? Optional.of(1)
                : find(BootstrapFileKeys.CLUSTER, ClusterKeys.CONTROL_PLANE)
                        .flatMap(machines -> machines.find(ClusterKeys.REPLICAS));
    }

    /** Returns the number of workers. */
    public int workers() {
        return isSingleNode() ? 0 : givenWorkers();
    }

    int givenWorkers() {
        return find(BootstrapFileKeys.CLUSTER, ClusterKeys.WORKERS)
                .flatMap(machines -> machines.find(ClusterKeys.WORKER_REPLICAS))
                .orElse(0);
    }
}
