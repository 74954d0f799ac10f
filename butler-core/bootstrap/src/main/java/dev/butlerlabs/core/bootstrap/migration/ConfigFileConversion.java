package dev.butlerlabs.core.bootstrap.migration;

import dev.butlerlabs.core.talos.yaml.YamlWriter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A converted bootstrap file. Immutable.
 *
 * @param tree its content, in the order of the original
 * @param changes the differences from the original, in the order of the conversion
 */
public record ConfigFileConversion(Map<String, Object> tree, List<FileChange> changes) {
    public ConfigFileConversion {
        tree = Collections.unmodifiableMap(new LinkedHashMap<>(tree));
        changes = List.copyOf(changes);
    }

    /**
     * One difference between the original and the converted file. It never contains a secret.
     *
     * @param path the key, such as {@code network.vip}
     * @param text what was changed and why
     */
    public record FileChange(String path, String text) {
        @Override
        public String toString() {
            return path + ": " + text;
        }
    }

    /** Returns the file as YAML, with the changes as comments at the top. */
    public String yaml() {
        StringBuilder text =
                new StringBuilder("# Converted by butleradm config convert. Comments of the original are lost.\n");
        text.append(changes.isEmpty() ? "# No other changes.\n" : "# Changes:\n");
        changes.forEach(change -> text.append("#   ").append(change).append('\n'));
        return text.append('\n').append(YamlWriter.write(tree)).toString();
    }
}
