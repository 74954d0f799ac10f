package dev.butlerlabs.core.config;

/**
 * The documentation of a key.
 *
 * @param path such as {@code cluster.workers.extraDisks[].sizeGB}
 * @param type short description of the value
 * @param presence "required", "optional" or the default
 */
public record ConfigKeyDescription(String path, String type, String presence, String description) {
    static ConfigKeyDescription of(String path, ConfigKey<?> key) {
        String presence =
                key.fallback().map(value -> "`" + value + "`").orElse(key.isRequired() ? "required" : "optional");
        return new ConfigKeyDescription(path, key.shape().phrase(), presence, key.description());
    }
}
