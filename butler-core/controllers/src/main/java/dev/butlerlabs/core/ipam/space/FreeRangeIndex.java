package dev.butlerlabs.core.ipam.space;

import java.util.Optional;
import java.util.function.Consumer;

/**
 * An immutable search tree of the free ranges, ordered by length and then by position. A treap whose priorities are hashes of the ranges,
 * so the same ranges give the same tree.
 */
final class FreeRangeIndex {
    static final FreeRangeIndex NONE = new FreeRangeIndex(null);

    private final Node root;

    private record Node(long length, long from, long weight, Node left, Node right) {
        Node(long length, long from) {
            this(length, from, scatter(length * 0x9E3779B97F4A7C15L + from), null, null);
        }

        boolean isBefore(long otherLength, long otherFrom) {
            return length != otherLength ? length < otherLength : from < otherFrom;
        }

        Node withLeft(Node changed) {
            return new Node(length, from, weight, changed, right);
        }

        Node withRight(Node changed) {
            return new Node(length, from, weight, left, changed);
        }

        OffsetRange span() {
            return OffsetRange.of(from, length);
        }

        private static long scatter(long value) {
            long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
            mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
            return mixed ^ (mixed >>> 31);
        }
    }

    private record Halves(Node before, Node after) {}

    private FreeRangeIndex(Node root) {
        this.root = root;
    }

    FreeRangeIndex with(OffsetRange run) {
        return new FreeRangeIndex(insert(root, new Node(run.length(), run.from())));
    }

    private static Node insert(Node tree, Node added) {
        if (tree == null) {
            return added;
        }
        if (added.weight() > tree.weight()) {
            Halves halves = split(tree, added);
            return new Node(added.length(), added.from(), added.weight(), halves.before(), halves.after());
        }
        return tree.isBefore(added.length(), added.from())
                ? tree.withRight(insert(tree.right(), added))
                : tree.withLeft(insert(tree.left(), added));
    }

    private static Halves split(Node tree, Node at) {
        if (tree == null) {
            return new Halves(null, null);
        }
        if (tree.isBefore(at.length(), at.from())) {
            Halves halves = split(tree.right(), at);
            return new Halves(tree.withRight(halves.before()), halves.after());
        }
        Halves halves = split(tree.left(), at);
        return new Halves(halves.before(), tree.withLeft(halves.after()));
    }

    FreeRangeIndex without(OffsetRange run) {
        return new FreeRangeIndex(remove(root, run.length(), run.from()));
    }

    private static Node remove(Node tree, long length, long from) {
        if (tree == null) {
            throw new IllegalStateException("range not found");
        }
        if (tree.length() == length && tree.from() == from) {
            return join(tree.left(), tree.right());
        }
        return tree.isBefore(length, from)
                ? tree.withRight(remove(tree.right(), length, from))
                : tree.withLeft(remove(tree.left(), length, from));
    }

    private static Node join(Node before, Node after) {
        if (before == null || after == null) {
            return before == null ? after : before;
        }
        return before.weight() > after.weight()
                ? before.withRight(join(before.right(), after))
                : after.withLeft(join(before, after.left()));
    }

    /** Returns the shortest range that is long enough; the first one if several are. */
    Optional<OffsetRange> shortest(long length) {
        Node best = null;
        Node tree = root;
        while (tree != null) {
            if (tree.length() < length) {
                tree = tree.right();
            } else {
                best = tree;
                tree = tree.left();
            }
        }
        return Optional.ofNullable(best).map(Node::span);
    }

    Optional<OffsetRange> longest() {
        Node tree = root;
        while (tree != null && tree.right() != null) {
            tree = tree.right();
        }
        return Optional.ofNullable(tree).map(Node::span);
    }

    /** Visits all ranges, the longest first. */
    void forEach(Consumer<OffsetRange> visitor) {
        visit(root, visitor);
    }

    private static void visit(Node tree, Consumer<OffsetRange> visitor) {
        if (tree != null) {
            visit(tree.right(), visitor);
            visitor.accept(tree.span());
            visit(tree.left(), visitor);
        }
    }
}
