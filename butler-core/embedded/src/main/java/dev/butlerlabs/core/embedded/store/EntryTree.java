package dev.butlerlabs.core.embedded.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Immutable sorted map of entries. Readers keep the tree they started with, so a list shows one revision without a lock. The tree is
 * balanced by subtree size; with these sizes, counting the keys of a prefix is as cheap as finding a key.
 */
final class EntryTree {
    static final EntryTree EMPTY = new EntryTree(null);

    /** The maximum size ratio of two siblings; below {@link #RATIO} a single rotation restores the balance, above it a double rotation. */
    private static final int DELTA = 3;

    private static final int RATIO = 2;

    private final Node root;

    private EntryTree(Node root) {
        this.root = root;
    }

    /** Builds a tree from entries that are sorted by key without duplicates. */
    static EntryTree ofSorted(List<StoreEntry> entries) {
        return new EntryTree(build(entries, 0, entries.size()));
    }

    int size() {
        return size(root);
    }

    /** Returns the length of the longest path. */
    int depth() {
        return depth(root);
    }

    Optional<StoreEntry> get(String key) {
        Node node = root;
        while (node != null) {
            int order = key.compareTo(node.entry.key());
            if (order == 0) {
                return Optional.of(node.entry);
            }
            node = order < 0 ? node.left : node.right;
        }
        return Optional.empty();
    }

    EntryTree with(StoreEntry entry) {
        return new EntryTree(put(root, entry));
    }

    EntryTree without(String key) {
        return new EntryTree(remove(root, key));
    }

    /** Returns the number of keys that sort before all keys with this prefix. */
    int countBefore(String prefix) {
        int count = 0;
        Node node = root;
        while (node != null) {
            if (node.entry.key().compareTo(prefix) < 0) {
                count += size(node.left) + 1;
                node = node.right;
            } else {
                node = node.left;
            }
        }
        return count;
    }

    /** Returns the number of keys that sort before the prefix or have it. */
    int countThroughPrefix(String prefix) {
        int count = 0;
        Node node = root;
        while (node != null) {
            String key = node.entry.key();
            if (key.startsWith(prefix) || key.compareTo(prefix) < 0) {
                count += size(node.left) + 1;
                node = node.right;
            } else {
                node = node.left;
            }
        }
        return count;
    }

    /** Returns the number of keys less than or equal to this key. */
    int countThrough(String key) {
        return countBefore(key) + (get(key).isPresent() ? 1 : 0);
    }

    /** Returns the entries from index {@code from} (inclusive) to {@code to} (exclusive), in key order. */
    List<StoreEntry> slice(int from, int to) {
        List<StoreEntry> entries = new ArrayList<>(to - from);
        collect(root, from, to, entries);
        return entries;
    }

    private static void collect(Node node, int from, int to, List<StoreEntry> entries) {
        if (node == null || to <= 0 || from >= node.size) {
            return;
        }
        int place = size(node.left);
        collect(node.left, from, to, entries);
        if (from <= place && place < to) {
            entries.add(node.entry);
        }
        collect(node.right, from - place - 1, to - place - 1, entries);
    }

    private static Node build(List<StoreEntry> entries, int from, int to) {
        if (from == to) {
            return null;
        }
        int middle = (from + to) >>> 1;
        return new Node(entries.get(middle), build(entries, from, middle), build(entries, middle + 1, to));
    }

    private static Node put(Node node, StoreEntry entry) {
        if (node == null) {
            return new Node(entry, null, null);
        }
        int order = entry.key().compareTo(node.entry.key());
        if (order == 0) {
            return new Node(entry, node.left, node.right);
        }
        return order < 0
                ? balance(node.entry, put(node.left, entry), node.right)
                : balance(node.entry, node.left, put(node.right, entry));
    }

    private static Node remove(Node node, String key) {
        if (node == null) {
            return null;
        }
        int order = key.compareTo(node.entry.key());
        if (order == 0) {
            return join(node.left, node.right);
        }
        return order < 0
                ? balance(node.entry, remove(node.left, key), node.right)
                : balance(node.entry, node.left, remove(node.right, key));
    }

    private static Node join(Node left, Node right) {
        if (left == null) {
            return right;
        }
        if (right == null) {
            return left;
        }
        if (left.size > right.size) {
            StoreEntry last = last(left);
            return balance(last, remove(left, last.key()), right);
        }
        StoreEntry first = first(right);
        return balance(first, left, remove(right, first.key()));
    }

    private static StoreEntry first(Node node) {
        return node.left == null ? node.entry : first(node.left);
    }

    private static StoreEntry last(Node node) {
        return node.right == null ? node.entry : last(node.right);
    }

    private static Node balance(StoreEntry entry, Node left, Node right) {
        int leftSize = size(left);
        int rightSize = size(right);
        if (leftSize + rightSize <= 1) {
            return new Node(entry, left, right);
        }
        if (rightSize > DELTA * leftSize) {
            return leanLeft(entry, left, right);
        }
        if (leftSize > DELTA * rightSize) {
            return leanRight(entry, left, right);
        }
        return new Node(entry, left, right);
    }

    private static Node leanLeft(StoreEntry entry, Node left, Node right) {
        if (size(right.left) < RATIO * size(right.right)) {
            return new Node(right.entry, new Node(entry, left, right.left), right.right);
        }
        Node middle = right.left;
        return new Node(
                middle.entry, new Node(entry, left, middle.left), new Node(right.entry, middle.right, right.right));
    }

    private static Node leanRight(StoreEntry entry, Node left, Node right) {
        if (size(left.right) < RATIO * size(left.left)) {
            return new Node(left.entry, left.left, new Node(entry, left.right, right));
        }
        Node middle = left.right;
        return new Node(
                middle.entry, new Node(left.entry, left.left, middle.left), new Node(entry, middle.right, right));
    }

    private static int depth(Node node) {
        return node == null ? 0 : 1 + Math.max(depth(node.left), depth(node.right));
    }

    private static int size(Node node) {
        return node == null ? 0 : node.size;
    }

    private static final class Node {
        final StoreEntry entry;
        final Node left;
        final Node right;
        final int size;

        Node(StoreEntry entry, Node left, Node right) {
            this.entry = entry;
            this.left = left;
            this.right = right;
            this.size = EntryTree.size(left) + 1 + EntryTree.size(right);
        }
    }
}
