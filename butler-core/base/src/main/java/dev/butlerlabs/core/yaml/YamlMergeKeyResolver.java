package dev.butlerlabs.core.yaml;

import dev.butlerlabs.core.yaml.YamlNode.Entry;
import dev.butlerlabs.core.yaml.YamlNode.Mapping;
import dev.butlerlabs.core.yaml.YamlNode.Scalar;
import dev.butlerlabs.core.yaml.YamlNode.Sequence;
import dev.butlerlabs.core.yaml.YamlNode.Style;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Resolves the merge key {@code <<}: keys of the map itself win over merged ones, and earlier merged maps over later ones. */
final class YamlMergeKeyResolver {
    private static final String KEY = "<<";

    private YamlMergeKeyResolver() {}

    /** @throws YamlSyntaxException when a merged value is not a map or a list of maps */
    static List<Entry> resolve(List<Entry> entries) {
        if (entries.stream().noneMatch(YamlMergeKeyResolver::isMerge)) {
            return entries;
        }
        List<Entry> resolved = new ArrayList<>(
                entries.stream().filter(entry -> !isMerge(entry)).toList());
        Set<String> taken = new HashSet<>();
        resolved.forEach(entry -> take(taken, entry));
        entries.stream().filter(YamlMergeKeyResolver::isMerge).forEach(entry -> merge(entry.value(), taken, resolved));
        return resolved;
    }

    private static boolean isMerge(Entry entry) {
        return entry.key() instanceof Scalar key
                && key.style() == Style.PLAIN
                && key.text().equals(KEY);
    }

    private static boolean take(Set<String> taken, Entry entry) {
        return !(entry.key() instanceof Scalar key) || taken.add(key.text());
    }

    private static void merge(YamlNode value, Set<String> taken, List<Entry> resolved) {
        switch (value) {
            case Mapping map ->
                map.entries().stream().filter(entry -> take(taken, entry)).forEach(resolved::add);
            case Sequence list -> list.items().forEach(item -> merge(onlyMap(item), taken, resolved));
            case Scalar scalar -> throw notAMap(scalar);
        }
    }

    private static Mapping onlyMap(YamlNode node) {
        if (node instanceof Mapping map) {
            return map;
        }
        throw notAMap(node);
    }

    private static YamlSyntaxException notAMap(YamlNode node) {
        return new YamlSyntaxException(node.start(), "is merged with << but is not a mapping");
    }
}
