package dev.butlerlabs.core.config;

import dev.butlerlabs.core.config.Value.Entry;
import dev.butlerlabs.core.config.Value.Kind;
import dev.butlerlabs.core.config.Value.Mapping;
import dev.butlerlabs.core.config.Value.Scalar;
import dev.butlerlabs.core.config.Value.Sequence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Turns the nodes of a YAML document into values with their lines. */
final class YamlTree {
    static final int DEEPEST = 50;
    static final int MOST_VALUES = 20_000;

    /** A text that is nothing but a reference to a variable has a tag of its own. */
    private static final Map<Tag, Kind> KINDS = Map.of(
            Tag.STR, Kind.TEXT,
            Tag.ENV_TAG, Kind.TEXT,
            Tag.INT, Kind.WHOLE,
            Tag.FLOAT, Kind.FRACTION,
            Tag.BOOL, Kind.TRUTH,
            Tag.NULL, Kind.NOTHING);

    private final Place start;
    private int values;

    YamlTree(Place start) {
        this.start = start;
    }

    Value value(Node node) {
        return value(start, node, 0);
    }

    static SourcePosition position(Place start, Optional<Mark> mark) {
        String source = start.position().source();
        return mark.map(there -> new SourcePosition(source, there.getLine() + 1, there.getColumn() + 1))
                .orElse(start.position());
    }

    private Value value(Place place, Node node, int depth) {
        SourcePosition position = position(node);
        // Aliases of aliases can unfold to more than any memory holds.
        if (depth > DEEPEST || values++ > MOST_VALUES) {
            place.problems().report(position, "", "unfolds its aliases to too many values", "");
            return new Scalar("", Kind.NOTHING, position);
        }
        return switch (node) {
            case MappingNode mapping -> mapping(place, mapping, depth);
            case SequenceNode sequence -> sequence(place, sequence, depth);
            case ScalarNode scalar -> scalar(place, scalar);
            default -> throw new IllegalStateException("A YAML node of an unknown type.");
        };
    }

    private Mapping mapping(Place place, MappingNode node, int depth) {
        SequencedMap<String, Entry> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : node.getValue()) {
            if (tuple.getKeyNode() instanceof ScalarNode name) {
                Place child = place.child(name.getValue(), position(name));
                add(entries, child, name.getValue(), tuple.getValueNode(), depth);
            } else {
                place.at(position(tuple.getKeyNode())).report("has a key that is no text", "");
            }
        }
        return new Mapping(entries, position(node));
    }

    private void add(SequencedMap<String, Entry> entries, Place place, String name, Node node, int depth) {
        Entry first = entries.get(name);
        if (first == null) {
            entries.put(name, new Entry(place.position(), value(place, node, depth + 1)));
        } else {
            place.report(
                    "is given twice",
                    "it stands on line %d already".formatted(first.keyPosition().line()));
        }
    }

    private Sequence sequence(Place place, SequenceNode node, int depth) {
        List<Value> items = new ArrayList<>();
        for (Node item : node.getValue()) {
            SourcePosition there = position(item);
            items.add(value(place.item(items.size(), there), item, depth + 1));
        }
        return new Sequence(items, position(node));
    }

    private Scalar scalar(Place place, ScalarNode node) {
        Kind kind = KINDS.get(node.getTag());
        if (kind == null) {
            String tag = Shown.text(node.getTag().getValue());
            place.at(position(node)).report("has the YAML tag %s, which means nothing here".formatted(tag), "");
        }
        return new Scalar(node.getValue(), kind == null ? Kind.TEXT : kind, position(node));
    }

    private SourcePosition position(Node node) {
        return position(start, node.getStartMark());
    }
}
