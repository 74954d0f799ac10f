package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.error.Problem;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Reads YAML or JSON with one document or several, keeping the line of every path. */
public final class TenantDocuments {
    private static final int LARGEST = 1024 * 1024;
    private static final int DEEPEST = 50;
    private static final int MOST_VALUES = 20_000;

    private final String source;
    private final LoadSettings settings;
    private final List<Problem> problems = new ArrayList<>();
    private final List<TenantDocument> documents = new ArrayList<>();
    private Map<String, Integer> lines = new HashMap<>();
    private int values;
    private int depth;
    private boolean isEndless;

    private TenantDocuments(String source) {
        this.source = source;
        this.settings = LoadSettings.builder()
                .setLabel(source)
                .setCodePointLimit(LARGEST)
                .setAllowNonScalarKeys(true)
                .setSchema(new CoreSchema())
                .build();
    }

    /**
     * The documents of a text, or everything that is wrong with its form.
     *
     * @param source what problems call it
     */
    public static Reading read(String source, String text) {
        TenantDocuments reader = new TenantDocuments(source);
        reader.readAll(text);
        return new Reading(reader.documents, reader.problems);
    }

    /** What a text holds. */
    public record Reading(List<TenantDocument> documents, List<Problem> problems) {
        public Reading {
            documents = List.copyOf(documents);
            problems = List.copyOf(problems);
        }
    }

    private void readAll(String text) {
        try {
            if (isTooDeep(new Parse(settings).parseString(text))) {
                return;
            }
            new Compose(settings).composeAllFromString(text).forEach(this::document);
            if (documents.isEmpty() && problems.isEmpty()) {
                problems.add(new Problem(source, "holds no document"));
            }
        } catch (MarkedYamlEngineException e) {
            refuse(e.getProblemMark(), "is not well-formed YAML");
        } catch (YamlEngineException _) {
            refuse(Optional.empty(), "is not YAML");
        }
    }

    /** The composer calls itself for every level, so that a text without end in depth would not come back from it. */
    private boolean isTooDeep(Iterable<Event> events) {
        int depth = 0;
        for (Event event : events) {
            depth += event instanceof CollectionStartEvent ? 1 : event instanceof CollectionEndEvent ? -1 : 0;
            if (depth > DEEPEST) {
                refuse(event.getStartMark(), "is nested too deeply");
                return true;
            }
        }
        return false;
    }

    private void document(Node node) {
        if (isNothing(node)) {
            return;
        }
        lines = new HashMap<>(Map.of("", line(node)));
        if (value("", node) instanceof Map<?, ?> tree) {
            documents.add(new TenantDocument(source, Tree.asMap(tree), lines));
        } else {
            refuse(node.getStartMark(), "must be a map");
        }
    }

    private static boolean isNothing(Node node) {
        return node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.NULL);
    }

    private Object value(String path, Node node) {
        // Aliases of aliases can unfold to more than any memory holds, and one inside itself without end.
        if (isEndless || values++ > MOST_VALUES || depth > DEEPEST) {
            if (!isEndless) {
                isEndless = true;
                refuse(node.getStartMark(), "unfolds its aliases to too many values");
            }
            return null;
        }
        depth++;
        Object value = switch (node) {
            case MappingNode mapping -> mapping(path, mapping);
            case SequenceNode sequence -> sequence(path, sequence);
            case ScalarNode scalar -> scalar(scalar);
            default -> throw new IllegalStateException("A YAML node of an unknown type.");
        };
        depth--;
        return value;
    }

    private Map<String, Object> mapping(String path, MappingNode node) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (NodeTuple tuple : node.getValue()) {
            String key = tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?";
            String child = path.isEmpty() ? key : path + "." + key;
            lines.putIfAbsent(child, line(tuple.getKeyNode()));
            if (map.containsKey(key)) {
                refuse(tuple.getKeyNode().getStartMark(), child + " is given twice");
            }
            map.put(key, value(child, tuple.getValueNode()));
        }
        return map;
    }

    private List<Object> sequence(String path, SequenceNode node) {
        List<Object> list = new ArrayList<>();
        for (Node item : node.getValue()) {
            String child = path + "[" + list.size() + "]";
            lines.put(child, line(item));
            list.add(value(child, item));
        }
        return list;
    }

    private static Object scalar(ScalarNode node) {
        String text = node.getValue();
        Tag tag = node.getTag();
        if (tag.equals(Tag.NULL)) {
            return null;
        }
        if (tag.equals(Tag.BOOL)) {
            return Boolean.valueOf(text);
        }
        return tag.equals(Tag.INT) ? whole(text) : tag.equals(Tag.FLOAT) ? (Object) Double.valueOf(text) : text;
    }

    private static Object whole(String text) {
        try {
            BigInteger number = text.startsWith("0x")
                    ? new BigInteger(text.substring(2), 16)
                    : text.startsWith("0o") ? new BigInteger(text.substring(2), 8) : new BigInteger(text);
            return number.bitLength() < Integer.SIZE ? (Object) number.intValue() : number;
        } catch (NumberFormatException _) {
            return text;
        }
    }

    private void refuse(Optional<Mark> mark, String sentence) {
        String place = mark.map(there -> source + ":" + (there.getLine() + 1)).orElse(source);
        problems.add(new Problem(place, sentence));
    }

    private static int line(Node node) {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    }
}
