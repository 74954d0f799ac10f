package dev.butlerlabs.core.talos.config;

import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import java.util.List;
import java.util.Map;

/** Generates the configuration of a machine in the format of its Talos version. Thread-safe. */
public final class ConfigurationGenerator {
    private final MachineClusterOptions options;
    private final SecretsBundle secrets;

    public ConfigurationGenerator(MachineClusterOptions options, SecretsBundle secrets) {
        options.check();
        this.options = options;
        this.secrets = secrets;
    }

    public MachineConfiguration generate(MachineType type, MachineNodeOptions node) {
        List<Map<String, Object>> documents = options.contract().isAtLeast(1, 14)
                ? new MultiDocumentRenderer(options, secrets, type, node).documents()
                : new SingleDocumentRenderer(options, secrets, type, node).documents();
        return MachineConfiguration.of(documents);
    }
}
