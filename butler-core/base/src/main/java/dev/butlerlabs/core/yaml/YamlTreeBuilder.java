package dev.butlerlabs.core.yaml;

import dev.butlerlabs.core.yaml.YamlNode.Entry;
import dev.butlerlabs.core.yaml.YamlNode.Mapping;
import dev.butlerlabs.core.yaml.YamlNode.Scalar;
import dev.butlerlabs.core.yaml.YamlNode.Sequence;
import dev.butlerlabs.core.yaml.YamlNode.Style;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds nodes from parser events without recursion, resolves aliases and merge keys, and stops as soon as a limit is exceeded. */
final class YamlTreeBuilder {
    private final YamlLimits limits;
    private final List<YamlNode> documents = new ArrayList<>();
    private final Deque<Collection> open = new ArrayDeque<>();
    private final Map<String, Anchored> anchors = new HashMap<>();
    private long values;

    YamlTreeBuilder(YamlLimits limits) {
        this.limits = limits;
    }

    /** A collection whose end event has not been read. */
    private static final class Collection {
        final Optional<String> anchor;
        final Style style;
        final YamlPosition start;
        final long valuesBefore;
        final List<YamlNode> children = new ArrayList<>();
        int height = 1;

        Collection(Optional<String> anchor, Style style, YamlPosition start, long valuesBefore) {
            this.anchor = anchor;
            this.style = style;
            this.start = start;
            this.valuesBefore = valuesBefore;
        }
    }

    /** A node that aliases can refer to; empty while it is open, since a node must not contain itself. */
    private record Anchored(Optional<YamlNode> node, long values, int height) {
        static final Anchored OPEN = new Anchored(Optional.empty(), 0, 0);
    }

    List<YamlNode> documents() {
        return List.copyOf(documents);
    }

    void startDocument() {
        anchors.clear();
        values = 0;
    }

    void scalar(Optional<String> anchor, Scalar scalar) {
        count(1, scalar.start());
        anchor.ifPresent(name -> anchors.put(name, new Anchored(Optional.of(scalar), 1, 0)));
        add(scalar, 0);
    }

    void alias(String name, YamlPosition position) {
        Anchored target = anchors.get(name);
        if (target == null) {
            throw new YamlSyntaxException(position, "refers to an anchor that is not defined");
        }
        YamlNode node = target.node()
                .orElseThrow(() -> new YamlSyntaxException(position, "is an alias inside the value it refers to"));
        count(target.values(), position);
        checkDepth(open.size() + target.height(), position);
        add(node, target.height());
    }

    void open(Optional<String> anchor, Style style, YamlPosition start) {
        open.push(new Collection(anchor, style, start, values));
        anchor.ifPresent(name -> anchors.put(name, Anchored.OPEN));
        count(1, start);
        checkDepth(open.size(), start);
    }

    void closeSequence(YamlPosition end) {
        Collection done = open.pop();
        close(done, new Sequence(done.children, done.style, done.start, end));
    }

    void closeMapping(YamlPosition end) {
        Collection done = open.pop();
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i + 1 < done.children.size(); i += 2) {
            entries.add(new Entry(done.children.get(i), done.children.get(i + 1)));
        }
        close(done, new Mapping(YamlMergeKeyResolver.resolve(entries), done.style, done.start, end));
    }

    private void close(Collection done, YamlNode node) {
        long size = values - done.valuesBefore;
        done.anchor.ifPresent(name -> anchors.put(name, new Anchored(Optional.of(node), size, done.height)));
        add(node, done.height);
    }

    private void add(YamlNode node, int height) {
        if (open.isEmpty()) {
            documents.add(node);
        } else {
            open.peek().children.add(node);
            open.peek().height = Math.max(open.peek().height, height + 1);
        }
    }

    private void count(long more, YamlPosition position) {
        values += more;
        if (values > limits.values()) {
            throw new YamlSyntaxException(
                    position, "contains more than %d values after aliases are expanded".formatted(limits.values()));
        }
    }

    private void checkDepth(int depth, YamlPosition position) {
        if (depth > limits.depth()) {
            throw new YamlSyntaxException(position, "is nested more than %d levels deep".formatted(limits.depth()));
        }
    }
}
