package dev.butlerlabs.core.talos.config;

import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import java.util.List;
import java.util.Map;

/** Generates the configuration of a machine in the format of its Talos version. Thread-safe. */
public final class ConfigurationGenerator {
    private final ClusterOptions options;
    private final SecretsBundle secrets;

    public ConfigurationGenerator(ClusterOptions options, SecretsBundle secrets) {
        options.check();
        this.options = options;
        this.secrets = secrets;
    }

    public MachineConfiguration generate(MachineType type, NodeOptions node) {
        List<Map<String, Object>> documents = options.contract().isAtLeast(1, 14)
                ? new ManyDocumentsForm(options, secrets, type, node).documents()
                : new MainDocumentForm(options, secrets, type, node).documents();
        return MachineConfiguration.of(documents);
    }
}
