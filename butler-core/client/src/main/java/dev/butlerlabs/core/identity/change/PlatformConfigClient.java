package dev.butlerlabs.core.identity.change;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.error.ButlerException;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;

/** Reads and changes the settings of the platform for the command line. Thread-safe. */
public final class PlatformConfigClient {
    /** The name of the only ButlerConfig that has an effect. */
    public static final String NAME = "butler";

    private final KubernetesClient client;
    private final ClusterScopedRepository<ButlerConfig> configs;

    public PlatformConfigClient(KubernetesClient client) {
        this.client = client;
        this.configs =
                new ClusterScopedRepository<>(client, ButlerConfig.class, "Create it with 'butleradm config set'.");
    }

    /**
     * Returns the settings.
     *
     * @throws ButlerException with NOT_FOUND if there are none
     */
    public ButlerConfig get() {
        return configs.get(NAME);
    }

    /**
     * Changes settings, and creates the object if there is none.
     *
     * @param spec the changed fields of the spec; null removes a field
     * @throws ButlerException with every problem that the API reports
     */
    public ButlerConfig change(Map<String, Object> spec) {
        if (configs.find(NAME).isEmpty()) {
            ButlerConfig empty = new ButlerConfig();
            empty.setMetadata(new ObjectMetaBuilder().withName(NAME).build());
            empty.setSpec(client.getKubernetesSerialization()
                    .convertValue(MergeFields.withoutNulls(spec), ButlerConfigSpec.class));
            return configs.create(empty);
        }
        return configs.change(NAME, _ -> spec.isEmpty() ? Map.of() : Map.of("spec", spec));
    }
}
