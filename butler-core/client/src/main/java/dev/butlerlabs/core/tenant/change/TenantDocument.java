package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.tree.UntypedTree;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A TenantCluster written in a file or with flags. Immutable.
 *
 * @param source the name for problems, such as {@code demo.yaml}; empty if it was not read from a text
 * @param tree the content
 * @param lines the line of each path
 */
public record TenantDocument(String source, Map<String, Object> tree, Map<String, Integer> lines) {
    public TenantDocument {
        Objects.requireNonNull(source, "source");
        tree = UntypedTree.of(tree).copy();
        lines = Map.copyOf(lines);
    }

    /** Creates a document that was not read from a text. */
    public static TenantDocument of(Map<String, Object> tree) {
        return new TenantDocument("", tree, Map.of());
    }

    /** Returns a view of the content. */
    public UntypedTree fields() {
        return UntypedTree.of(tree);
    }

    public String name() {
        return fields().text("metadata.name").orElse("");
    }

    public Optional<String> namespace() {
        return fields().text("metadata.namespace").filter(text -> !text.isEmpty());
    }

    /** Returns its name, in the given namespace unless the document names another. */
    public ObjectName objectName(String usual) {
        return new ObjectName(namespace().orElse(usual), name());
    }

    /** Returns the document in a namespace, unless it names one itself. */
    public TenantDocument within(String usual) {
        Map<String, Object> placed = fields().copy();
        UntypedTree.put(placed, "metadata.namespace", namespace().orElse(usual));
        return new TenantDocument(source, placed, lines);
    }

    /** Creates a problem at a path, with the line of the path or of its closest parent. */
    InputProblem problem(String path, String sentence, String hint) {
        return new InputProblem((place(path) + " " + path).strip(), sentence, hint);
    }

    private String place(String path) {
        if (source.isEmpty()) {
            return "";
        }
        String known = path;
        while (!lines.containsKey(known) && !known.isEmpty()) {
            known = known.contains(".") ? known.substring(0, known.lastIndexOf('.')) : "";
        }
        return source + ":" + lines.getOrDefault(known, 1);
    }
}
