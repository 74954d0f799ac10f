package dev.butlerlabs.core.config;

import dev.butlerlabs.core.config.ConfigValue.Entry;
import dev.butlerlabs.core.config.ConfigValue.Kind;
import dev.butlerlabs.core.config.ConfigValue.Mapping;
import dev.butlerlabs.core.config.ConfigValue.Scalar;
import dev.butlerlabs.core.config.ConfigValue.Sequence;
import dev.butlerlabs.core.yaml.YamlNode;
import dev.butlerlabs.core.yaml.YamlPosition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** Converts the nodes of a YAML document to values with their positions. */
final class ConfigValueBuilder {
    private static final Map<YamlNode.Kind, Kind> KINDS = Map.of(
            YamlNode.Kind.TEXT, Kind.TEXT,
            YamlNode.Kind.INTEGER, Kind.WHOLE,
            YamlNode.Kind.FLOAT, Kind.FRACTION,
            YamlNode.Kind.BOOLEAN, Kind.TRUTH,
            YamlNode.Kind.NULL, Kind.NOTHING);

    private final ConfigReadContext start;

    ConfigValueBuilder(ConfigReadContext start) {
        this.start = start;
    }

    ConfigValue value(YamlNode node) {
        return value(start, node);
    }

    static SourcePosition position(ConfigReadContext start, YamlPosition there) {
        return new SourcePosition(start.position().source(), there.line(), there.column());
    }

    private ConfigValue value(ConfigReadContext place, YamlNode node) {
        return switch (node) {
            case YamlNode.Mapping mapping -> mapping(place, mapping);
            case YamlNode.Sequence sequence -> sequence(place, sequence);
            case YamlNode.Scalar scalar -> scalar(place, scalar);
        };
    }

    private Mapping mapping(ConfigReadContext place, YamlNode.Mapping node) {
        SequencedMap<String, Entry> entries = new LinkedHashMap<>();
        for (YamlNode.Entry entry : node.entries()) {
            if (entry.key() instanceof YamlNode.Scalar name) {
                ConfigReadContext child = place.child(name.text(), position(name));
                add(entries, child, name.text(), entry.value());
            } else {
                place.at(position(entry.key())).report("has a key that is not text", "");
            }
        }
        return new Mapping(entries, position(node));
    }

    private void add(SequencedMap<String, Entry> entries, ConfigReadContext place, String name, YamlNode node) {
        Entry first = entries.get(name);
        if (first == null) {
            entries.put(name, new Entry(place.position(), value(place, node)));
        } else {
            place.report(
                    "is a duplicate key",
                    "first defined on line %d".formatted(first.keyPosition().line()));
        }
    }

    private Sequence sequence(ConfigReadContext place, YamlNode.Sequence node) {
        List<ConfigValue> items = new ArrayList<>();
        for (YamlNode item : node.items()) {
            SourcePosition there = position(item);
            items.add(value(place.item(items.size(), there), item));
        }
        return new Sequence(items, position(node));
    }

    private Scalar scalar(ConfigReadContext place, YamlNode.Scalar node) {
        Kind kind = KINDS.get(node.kind());
        if (kind == null) {
            String tag = MessageExcerpt.text(node.tag());
            place.at(position(node)).report("has the YAML tag %s, which is not supported".formatted(tag), "");
        }
        return new Scalar(node.text(), kind == null ? Kind.TEXT : kind, position(node));
    }

    private SourcePosition position(YamlNode node) {
        return position(start, node.start());
    }
}
