package dev.butlerlabs.core.kube;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A kubeconfig as lines of text. Adding entries touches only the lines of those entries, so that comments, order and spelling of all
 * others stay as somebody wrote them. A text whose entries do not stand on lines of their own, such as JSON, answers nothing.
 */
final class KubeconfigText {
    private final List<String> lines;
    private final MappingNode root;

    private KubeconfigText(List<String> lines, MappingNode root) {
        this.lines = lines;
        this.root = root;
    }

    /**
     * The text with the entries added or replaced by name, and the context made current if one is named.
     *
     * @param sections the entries by the name of their section
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
            LoadSettings settings = LoadSettings.builder().build();
            return new Compose(settings)
                    .composeString(text)
                    .filter(MappingNode.class::isInstance)
                    .map(MappingNode.class::cast)
                    .filter(node -> node.getFlowStyle() == FlowStyle.BLOCK)
                    .map(node -> new KubeconfigText(split(text), node));
        } catch (YamlEngineException _) {
            return Optional.empty();
        }
    }

    /** Lines with their ends; the last one has an end too. */
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
        Optional<NodeTuple> there = tuple(section);
        if (there.isEmpty()) {
            List<String> added = new ArrayList<>();
            added.add(section + ":" + lineEnd(lines));
            added.addAll(item(entry, 0));
            return Optional.of(replaced(lines.size(), lines.size(), added));
        }
        return switch (there.get().getValueNode()) {
            case SequenceNode list when list.getValue().isEmpty() -> Optional.of(filled(there.get(), entry));
            case SequenceNode list when list.getFlowStyle() == FlowStyle.BLOCK -> placed(list, entry);
            case ScalarNode scalar
            when scalar.getValue().isEmpty() || scalar.getValue().matches("~|null") ->
                Optional.of(filled(there.get(), entry));
            default -> Optional.empty();
        };
    }

    /** A section that says it is empty becomes one with an entry. */
    private String filled(NodeTuple section, Map<String, Object> entry) {
        int first = line(section.getKeyNode());
        int last = Math.max(first, lastLine(section.getValueNode()));
        List<String> added = new ArrayList<>();
        added.add(((ScalarNode) section.getKeyNode()).getValue() + ":" + lineEnd(lines));
        added.addAll(item(entry, 0));
        return replaced(first, last + 1, added);
    }

    private Optional<String> placed(SequenceNode list, Map<String, Object> entry) {
        List<Node> items = list.getValue();
        int indent = column(list);
        for (Node item : items) {
            if (entry.get("name").equals(nameOf(item))) {
                return firstLine(item, indent).map(first -> replaced(first, lastLine(item) + 1, item(entry, indent)));
            }
        }
        int after = lastLine(items.getLast()) + 1;
        return Optional.of(replaced(after, after, item(entry, indent)));
    }

    private static String nameOf(Node item) {
        return item instanceof MappingNode map
                ? find(map, "name")
                        .map(NodeTuple::getValueNode)
                        .filter(ScalarNode.class::isInstance)
                        .map(node -> ((ScalarNode) node).getValue())
                        .orElse("")
                : "";
    }

    /** The line of an item's dash, which may stand alone above the item. */
    private Optional<Integer> firstLine(Node item, int indent) {
        for (int i = line(item); i >= 0; i--) {
            if (lines.get(i).length() > indent && lines.get(i).charAt(indent) == '-') {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }

    private String withCurrent(String context) {
        String line = Trees.SERIALIZATION
                        .asYaml(Map.of("current-context", context))
                        .replaceFirst("^---\\s*", "")
                        .strip()
                + lineEnd(lines);
        return tuple("current-context")
                .map(there -> replaced(
                        line(there.getKeyNode()),
                        Math.max(line(there.getKeyNode()), lastLine(there.getValueNode())) + 1,
                        List.of(line)))
                .orElseGet(() -> replaced(lines.size(), lines.size(), List.of(line)));
    }

    private List<String> item(Map<String, Object> entry, int indent) {
        List<String> written = Trees.SERIALIZATION
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

    private Optional<NodeTuple> tuple(String key) {
        return find(root, key);
    }

    private static Optional<NodeTuple> find(MappingNode map, String key) {
        return map.getValue().stream()
                .filter(tuple -> tuple.getKeyNode() instanceof ScalarNode scalar
                        && scalar.getValue().equals(key))
                .findFirst();
    }

    private static int line(Node node) {
        return node.getStartMark().orElseThrow().getLine();
    }

    private static int column(Node node) {
        return node.getStartMark().orElseThrow().getColumn();
    }

    /** The last line that carries something of a node; a block text ends where the next thing begins. */
    private int lastLine(Node node) {
        return switch (node) {
            case MappingNode map
            when map.getFlowStyle() == FlowStyle.BLOCK ->
                map.getValue().stream()
                        .mapToInt(tuple -> lastLine(tuple.getValueNode()))
                        .max()
                        .orElse(line(node));
            case SequenceNode list
            when list.getFlowStyle() == FlowStyle.BLOCK ->
                list.getValue().stream().mapToInt(this::lastLine).max().orElse(line(node));
            default -> end(node);
        };
    }

    private int end(Node node) {
        int line = node.getEndMark().orElseThrow().getLine();
        boolean isBlockText = node instanceof ScalarNode scalar
                && !scalar.isPlain()
                && List.of("LITERAL", "FOLDED").contains(scalar.getScalarStyle().name());
        return isBlockText && line > line(node) ? line - 1 : line;
    }

    private static String lineEnd(List<String> lines) {
        return !lines.isEmpty() && lines.getFirst().endsWith("\r\n") ? "\r\n" : "\n";
    }
}
