package dev.butlerlabs.core.kube.fields;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Paths of scalar fields of an object, with dots between the names, such as {@code status.phase}. Immutable. */
public final class FieldPaths {
    private final Map<String, Integer> indexes;
    private final Node root;

    private FieldPaths(Map<String, Integer> indexes, Node root) {
        this.indexes = indexes;
        this.root = root;
    }

    /** Returns paths of which none is the start of another one. */
    public static FieldPaths of(List<String> paths) {
        Map<String, Integer> indexes = new HashMap<>();
        Node root = new Node();
        for (String path : paths) {
            indexes.put(path, indexes.size());
            Node node = root;
            for (String name : path.split("\\.", -1)) {
                node = node.children.computeIfAbsent(name, _ -> new Node());
            }
            node.index = Optional.of(indexes.get(path));
        }
        return new FieldPaths(indexes, root);
    }

    int count() {
        return indexes.size();
    }

    Node root() {
        return root;
    }

    int index(String path) {
        Integer index = indexes.get(path);
        if (index == null) {
            throw new IllegalArgumentException("field is not selected: " + path);
        }
        return index;
    }

    /** The names below a path. Not changed after construction. */
    static final class Node {
        private final Map<String, Node> children = new HashMap<>();
        private Optional<Integer> index = Optional.empty();

        /** Returns the names below a name; empty if nothing below it is selected. */
        Optional<Node> child(String name) {
            return Optional.ofNullable(children.get(name));
        }

        /** Returns the index of the value if the path ends here. */
        Optional<Integer> index() {
            return index;
        }
    }
}
