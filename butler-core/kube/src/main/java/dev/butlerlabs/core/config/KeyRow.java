package dev.butlerlabs.core.config;

/**
 * A key as it is explained to people.
 *
 * @param path such as {@code cluster.workers.extraDisks[].sizeGB}
 * @param type what its value is, in a few words
 * @param presence what happens when it is left out: "required", "optional" or the default
 */
public record KeyRow(String path, String type, String presence, String description) {
    static KeyRow of(String path, Key<?> key) {
        String presence =
                key.fallback().map(value -> "`" + value + "`").orElse(key.isRequired() ? "required" : "optional");
        return new KeyRow(path, key.shape().phrase(), presence, key.description());
    }
}
