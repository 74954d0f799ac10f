package dev.butlerlabs.core.kube;

import dev.butlerlabs.core.yaml.YamlLimits;
import dev.butlerlabs.core.yaml.YamlNode;
import dev.butlerlabs.core.yaml.YamlNode.Entry;
import dev.butlerlabs.core.yaml.YamlNode.Mapping;
import dev.butlerlabs.core.yaml.YamlNode.Scalar;
import dev.butlerlabs.core.yaml.YamlNode.Sequence;
import dev.butlerlabs.core.yaml.YamlNode.Style;
import dev.butlerlabs.core.yaml.YamlParser;
import dev.butlerlabs.core.yaml.YamlSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Edits a kubeconfig as text. Only the lines of added or replaced entries change; comments, order and formatting of all others
 * are preserved. Not possible for a text whose entries are not on lines of their own, such as JSON.
 */
final class KubeconfigText {
    private final List<String> lines;
    private final Mapping root;

    private KubeconfigText(List<String> lines, Mapping root) {
        this.lines = lines;
        this.root = root;
    }

    /**
     * Returns the text with the entries added or replaced by name, and with the given current context, if any.
     *
     * @param sections entries by section name
     * @return empty if the text cannot be edited by lines
     */
    static Optional<String> merge(
            String text, Map<String, List<Map<String, Object>>> sections, Optional<String> current) {
        Optional<KubeconfigText> merged = parse(text);
        for (Map.Entry<String, List<Map<String, Object>>> section : sections.entrySet()) {
            for (Map<String, Object> entry : section.getValue()) {
                merged =
                        merged.flatMap(one -> one.with(section.getKey(), entry)).flatMap(KubeconfigText::parse);
            }
        }
        return merged.map(one -> current.map(one::withCurrent).orElseGet(one::text));
    }

    private static Optional<KubeconfigText> parse(String text) {
        try {
            List<YamlNode> documents = YamlParser.parse(text, YamlLimits.GENERATED);
            return documents.size() == 1 && documents.getFirst() instanceof Mapping root && root.style() == Style.BLOCK
                    ? Optional.of(new KubeconfigText(split(text), root))
                    : Optional.empty();
        } catch (YamlSyntaxException _) {
            return Optional.empty();
        }
    }

    /** Splits into lines including their line breaks; adds one to the last line. */
    private static List<String> split(String text) {
        List<String> lines = new ArrayList<>(List.of(text.split("(?<=\n)", -1)));
        lines.removeIf(String::isEmpty);
        if (!lines.isEmpty() && !lines.getLast().endsWith("\n")) {
            lines.set(lines.size() - 1, lines.getLast() + lineEnd(lines));
        }
        return lines;
    }

    private String text() {
        return String.join("", lines);
    }

    private Optional<String> with(String section, Map<String, Object> entry) {
        Optional<Entry> there = tuple(section);
        if (there.isEmpty()) {
            List<String> added = new ArrayList<>();
            added.add(section + ":" + lineEnd(lines));
            added.addAll(item(entry, 0));
            return Optional.of(replaced(lines.size(), lines.size(), added));
        }
        return switch (there.get().value()) {
            case Sequence list when list.items().isEmpty() -> Optional.of(filled(there.get(), entry));
            case Sequence list when list.style() == Style.BLOCK -> placed(list, entry);
            case Scalar scalar
            when scalar.text().isEmpty() || scalar.text().matches("~|null") -> Optional.of(filled(there.get(), entry));
            default -> Optional.empty();
        };
    }

    /** Adds the first entry to an empty section. */
    private String filled(Entry section, Map<String, Object> entry) {
        int first = line(section.key());
        int last = Math.max(first, lastLine(section.value()));
        List<String> added = new ArrayList<>();
        added.add(((Scalar) section.key()).text() + ":" + lineEnd(lines));
        added.addAll(item(entry, 0));
        return replaced(first, last + 1, added);
    }

    private Optional<String> placed(Sequence list, Map<String, Object> entry) {
        List<YamlNode> items = list.items();
        int indent = column(list);
        for (YamlNode item : items) {
            if (entry.get("name").equals(nameOf(item))) {
                return firstLine(item, indent).map(first -> replaced(first, lastLine(item) + 1, item(entry, indent)));
            }
        }
        int after = lastLine(items.getLast()) + 1;
        return Optional.of(replaced(after, after, item(entry, indent)));
    }

    private static String nameOf(YamlNode item) {
        return item instanceof Mapping map
                ? find(map, "name")
                        .map(Entry::value)
                        .filter(Scalar.class::isInstance)
                        .map(node -> ((Scalar) node).text())
                        .orElse("")
                : "";
    }

    /** Returns the line of the dash of an item, which can be on the line above the item. */
    private Optional<Integer> firstLine(YamlNode item, int indent) {
        for (int i = line(item); i >= 0; i--) {
            if (lines.get(i).length() > indent && lines.get(i).charAt(indent) == '-') {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }

    private String withCurrent(String context) {
        String line = ResourceTrees.SERIALIZATION
                        .asYaml(Map.of("current-context", context))
                        .replaceFirst("^---\\s*", "")
                        .strip()
                + lineEnd(lines);
        return tuple("current-context")
                .map(there -> replaced(
                        line(there.key()), Math.max(line(there.key()), lastLine(there.value())) + 1, List.of(line)))
                .orElseGet(() -> replaced(lines.size(), lines.size(), List.of(line)));
    }

    private List<String> item(Map<String, Object> entry, int indent) {
        List<String> written = ResourceTrees.SERIALIZATION
                .asYaml(entry)
                .replaceFirst("^---\\s*", "")
                .lines()
                .toList();
        List<String> item = new ArrayList<>();
        for (String line : written) {
            item.add(" ".repeat(indent) + (item.isEmpty() ? "- " : "  ") + line + lineEnd(lines));
        }
        return item;
    }

    private String replaced(int from, int to, List<String> added) {
        List<String> changed = new ArrayList<>(lines.subList(0, from));
        changed.addAll(added);
        changed.addAll(lines.subList(Math.min(to, lines.size()), lines.size()));
        return String.join("", changed);
    }

    private Optional<Entry> tuple(String key) {
        return find(root, key);
    }

    private static Optional<Entry> find(Mapping map, String key) {
        return map.entries().stream()
                .filter(tuple ->
                        tuple.key() instanceof Scalar scalar && scalar.text().equals(key))
                .findFirst();
    }

    private static int line(YamlNode node) {
        return node.start().line() - 1;
    }

    private static int column(YamlNode node) {
        return node.start().column() - 1;
    }

    /** Returns the last line of a node. A block scalar ends where the next node starts. */
    private int lastLine(YamlNode node) {
        return switch (node) {
            case Mapping map
            when map.style() == Style.BLOCK ->
                map.entries().stream()
                        .mapToInt(tuple -> lastLine(tuple.value()))
                        .max()
                        .orElse(line(node));
            case Sequence list
            when list.style() == Style.BLOCK ->
                list.items().stream().mapToInt(this::lastLine).max().orElse(line(node));
            default -> end(node);
        };
    }

    private int end(YamlNode node) {
        int line = node.end().line() - 1;
        boolean isBlockText = node instanceof Scalar scalar && scalar.style() == Style.BLOCK;
        return isBlockText && line > line(node) ? line - 1 : line;
    }

    private static String lineEnd(List<String> lines) {
        return !lines.isEmpty() && lines.getFirst().endsWith("\r\n") ? "\r\n" : "\n";
    }
}
