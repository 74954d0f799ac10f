package dev.butlerlabs.core.yaml;

/**
 * Limits for reading YAML.
 *
 * @param characters maximum length of the text
 * @param depth maximum nesting, including aliases
 * @param values maximum number of values after alias expansion
 */
public record YamlLimits(int characters, int depth, int values) {
    private static final int MIB = 1024 * 1024;

    /** For files that people write. */
    public static final YamlLimits CONFIGURATION = new YamlLimits(MIB, 50, 20_000);

    /** For files that programs write and that embed certificates, manifests or charts. */
    public static final YamlLimits GENERATED = new YamlLimits(4 * MIB, 100, 400_000);

    String size() {
        return characters / MIB + " MiB";
    }
}
