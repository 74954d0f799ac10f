package dev.butlerlabs.core.config;

import dev.butlerlabs.core.config.Value.Entry;
import dev.butlerlabs.core.config.Value.Kind;
import dev.butlerlabs.core.config.Value.Mapping;
import dev.butlerlabs.core.config.Value.Scalar;
import dev.butlerlabs.core.config.Value.Sequence;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
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

/** Turns YAML into values with their lines, and tells what is wrong with its form. */
final class YamlTree {
    private static final int LARGEST = 1024 * 1024;
    private static final int DEEPEST = 50;
    private static final int MOST_VALUES = 20_000;

    /** A text that is nothing but a reference to a variable has a tag of its own. */
    private static final Map<Tag, Kind> KINDS = Map.of(
            Tag.STR, Kind.TEXT,
            Tag.ENV_TAG, Kind.TEXT,
            Tag.INT, Kind.WHOLE,
            Tag.FLOAT, Kind.FRACTION,
            Tag.BOOL, Kind.TRUTH,
            Tag.NULL, Kind.NOTHING);

    private final String source;
    private int values;

    private YamlTree(String source) {
        this.source = source;
    }

    /** The map a text holds; nothing, and a problem told, when it holds none. */
    static Optional<Mapping> read(Place place, ConfigText text) {
        return new YamlTree(text.source()).read(place, text.text());
    }

    private Optional<Mapping> read(Place place, String text) {
        try {
            Optional<Mark> abyss = abyss(text);
            return abyss.isPresent()
                    ? refused(at(place, abyss.get()), "is nested too deeply")
                    : document(
                            place,
                            new Compose(settings()).composeAllFromString(text).iterator());
        } catch (MarkedYamlEngineException e) {
            Place there = e.getProblemMark().map(mark -> at(place, mark)).orElse(place);
            return refused(there, "is not well-formed YAML: " + e.getProblem());
        } catch (YamlEngineException _) {
            return refused(place, "is not YAML");
        }
    }

    private LoadSettings settings() {
        return LoadSettings.builder()
                .setLabel(source)
                .setCodePointLimit(LARGEST)
                .setMaxAliasesForCollections(MOST_VALUES)
                .setSchema(new CoreSchema())
                .build();
    }

    private Optional<Mapping> document(Place place, Iterator<Node> documents) {
        if (!documents.hasNext()) {
            return refused(place, "is empty");
        }
        Node first = documents.next();
        if (documents.hasNext()) {
            return refused(at(place, documents.next().getStartMark()), "begins a second document; only one is read");
        }
        return switch (value(place, first, 0)) {
            case Mapping mapping -> Optional.of(mapping);
            case Value other -> refused(place, "must be a map, not " + other.phrase());
        };
    }

    /** Where nesting passes every reasonable depth. The composer calls itself for each level, the parser below it does not. */
    private Optional<Mark> abyss(String text) {
        int depth = 0;
        for (Event event : new Parse(settings()).parseString(text)) {
            if (event instanceof CollectionStartEvent) {
                depth++;
            } else if (event instanceof CollectionEndEvent) {
                depth--;
            }
            if (depth > DEEPEST) {
                return event.getStartMark();
            }
        }
        return Optional.empty();
    }

    private Value value(Place place, Node node, int depth) {
        SourcePosition position = position(node.getStartMark());
        // An alias inside what it stands for has no end; aliases of aliases can unfold to more than any memory holds.
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
            Place keyPlace = at(place, tuple.getKeyNode().getStartMark());
            if (tuple.getKeyNode() instanceof ScalarNode name) {
                add(
                        entries,
                        keyPlace.child(name.getValue(), keyPlace.position()),
                        name.getValue(),
                        tuple.getValueNode(),
                        depth);
            } else {
                refused(keyPlace, "has a key that is no text");
            }
        }
        return new Mapping(entries, position(node.getStartMark()));
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
            SourcePosition there = position(item.getStartMark());
            items.add(value(place.item(items.size(), there), item, depth + 1));
        }
        return new Sequence(items, position(node.getStartMark()));
    }

    private Scalar scalar(Place place, ScalarNode node) {
        Kind kind = KINDS.get(node.getTag());
        if (kind == null) {
            refused(
                    at(place, node.getStartMark()),
                    "has the YAML tag %s, which means nothing here".formatted(node.getTag()));
        }
        return new Scalar(node.getValue(), kind == null ? Kind.TEXT : kind, position(node.getStartMark()));
    }

    private Place at(Place place, Optional<Mark> mark) {
        return mark.map(there -> at(place, there)).orElse(place);
    }

    private Place at(Place place, Mark mark) {
        return new Place(place.problems(), place.surroundings(), place.path(), position(Optional.of(mark)));
    }

    private SourcePosition position(Optional<Mark> mark) {
        return mark.map(there -> new SourcePosition(source, there.getLine() + 1, there.getColumn() + 1))
                .orElse(new SourcePosition(source, 1, 1));
    }

    private static <T> Optional<T> refused(Place place, String sentence) {
        place.report(sentence, "");
        return Optional.empty();
    }
}
