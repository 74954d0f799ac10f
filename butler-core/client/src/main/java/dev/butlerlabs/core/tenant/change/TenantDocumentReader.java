package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.core.yaml.YamlLimits;
import dev.butlerlabs.core.yaml.YamlNode;
import dev.butlerlabs.core.yaml.YamlParser;
import dev.butlerlabs.core.yaml.YamlPosition;
import dev.butlerlabs.core.yaml.YamlSyntaxException;
import dev.butlerlabs.core.yaml.YamlValueConverter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads YAML or JSON with one or several documents, and records the line of every path. */
public final class TenantDocumentReader {
    private final String source;
    private final List<InputProblem> problems = new ArrayList<>();
    private final List<TenantDocument> documents = new ArrayList<>();
    private Map<String, Integer> lines = new HashMap<>();

    private TenantDocumentReader(String source) {
        this.source = source;
    }

    /**
     * Reads the documents of a text.
     *
     * @param source the name for problems
     * @return the documents and all syntax problems; nothing is thrown for invalid input
     */
    public static Reading read(String source, String text) {
        TenantDocumentReader reader = new TenantDocumentReader(source);
        reader.readAll(text);
        return new Reading(reader.documents, reader.problems);
    }

    /** The content of a text. */
    public record Reading(List<TenantDocument> documents, List<InputProblem> problems) {
        public Reading {
            documents = List.copyOf(documents);
            problems = List.copyOf(problems);
        }
    }

    private void readAll(String text) {
        try {
            YamlParser.parse(text, YamlLimits.CONFIGURATION).forEach(this::document);
            if (documents.isEmpty() && problems.isEmpty()) {
                problems.add(new InputProblem(source, "contains no document"));
            }
        } catch (YamlSyntaxException e) {
            refuse(e.position(), e.summary());
        }
    }

    private void document(YamlNode node) {
        if (node instanceof YamlNode.Scalar scalar && scalar.kind() == YamlNode.Kind.NULL) {
            return;
        }
        lines = new HashMap<>(Map.of("", node.start().line()));
        if (value("", node) instanceof Map<?, ?> tree) {
            documents.add(new TenantDocument(source, UntypedTree.of(tree).copy(), lines));
        } else {
            refuse(Optional.of(node.start()), "must be a map");
        }
    }

    private Object value(String path, YamlNode node) {
        return switch (node) {
            case YamlNode.Mapping mapping -> mapping(path, mapping);
            case YamlNode.Sequence sequence -> sequence(path, sequence);
            case YamlNode.Scalar scalar -> scalar(path, scalar);
        };
    }

    private Map<String, Object> mapping(String path, YamlNode.Mapping node) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (YamlNode.Entry entry : node.entries()) {
            String key = entry.key() instanceof YamlNode.Scalar scalar ? scalar.text() : "?";
            String child = path.isEmpty() ? key : path + "." + key;
            lines.putIfAbsent(child, entry.key().start().line());
            if (map.containsKey(key)) {
                refuse(Optional.of(entry.key().start()), child + " is set twice");
            }
            map.put(key, value(child, entry.value()));
        }
        return map;
    }

    private List<Object> sequence(String path, YamlNode.Sequence node) {
        List<Object> list = new ArrayList<>();
        for (YamlNode item : node.items()) {
            String child = path + "[" + list.size() + "]";
            lines.put(child, item.start().line());
            list.add(value(child, item));
        }
        return list;
    }

    private Object scalar(String path, YamlNode.Scalar node) {
        if (node.kind() == YamlNode.Kind.OTHER) {
            return node.text();
        }
        try {
            return YamlValueConverter.of(node);
        } catch (YamlSyntaxException e) {
            refuse(e.position(), path + " " + e.summary());
            return null;
        }
    }

    private void refuse(Optional<YamlPosition> position, String sentence) {
        String place = position.map(there -> source + ":" + there.line()).orElse(source);
        problems.add(new InputProblem(place, sentence));
    }
}
