package dev.butlerlabs.core.ipam.space;

import java.util.Arrays;

/**
 * An immutable bitmap of up to 2^60 bits. A tree with 64 branches per node: a subtree whose bits are all equal is one shared leaf of any
 * size, and a change copies only the path to it. Equal bitmaps have equal trees.
 */
final class ImmutableBitmap {
    private static final int FAN = 64;
    private static final Uniform SET = new Uniform(true);
    private static final Uniform CLEAR = new Uniform(false);

    private final int level;
    private final Node root;

    private sealed interface Node {}

    private record Uniform(boolean set) implements Node {}

    private record Word(long bits) implements Node {}

    /** An inner node. The children never change after construction. */
    private static final class Branch implements Node {
        private final Node[] children;
        /** The number of set bits below. */
        private final long count;

        Branch(Node[] children, long count) {
            this.children = children;
            this.count = count;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Branch branch && count == branch.count && Arrays.equals(children, branch.children);
        }

        @Override
        public int hashCode() {
            return Long.hashCode(count);
        }
    }

    private ImmutableBitmap(int level, Node root) {
        this.level = level;
        this.root = root;
    }

    /** Returns a bitmap with all bits set, so that positions behind the end of a space are never free. */
    static ImmutableBitmap allSet(long size) {
        int level = 0;
        while (span(level) < size) {
            level++;
        }
        return new ImmutableBitmap(level, SET);
    }

    private static long span(int level) {
        return 1L << (6 * (level + 1));
    }

    ImmutableBitmap with(OffsetRange places, boolean set) {
        return new ImmutableBitmap(level, write(root, level, places.from(), places.to(), set));
    }

    private static Node write(Node node, int level, long from, long to, boolean set) {
        if (from <= 0 && to >= span(level)) {
            return set ? SET : CLEAR;
        }
        if (node instanceof Uniform uniform && uniform.set() == set) {
            return node;
        }
        return level == 0 ? writeWord(node, from, to, set) : writeBranch(node, level, from, to, set);
    }

    private static Node writeWord(Node node, long from, long to, boolean set) {
        // A uniform leaf that already has the requested value never gets here.
        long before = node instanceof Word word ? word.bits() : set ? 0L : -1L;
        long mask = mask(Math.max(from, 0), Math.min(to, FAN));
        long after = set ? before | mask : before & ~mask;
        return after == 0 ? CLEAR : after == -1L ? SET : new Word(after);
    }

    /** Returns a mask of the bits from one position up to another, exclusive. */
    private static long mask(long from, long to) {
        return (-1L << from) & (-1L >>> (FAN - to));
    }

    private static Node writeBranch(Node node, int level, long from, long to, boolean set) {
        int shift = 6 * level;
        Node[] children = childrenOf(node);
        int first = (int) (Math.max(from, 0) >>> shift);
        int last = (int) ((Math.min(to, span(level)) - 1) >>> shift);
        for (int i = first; i <= last; i++) {
            long base = (long) i << shift;
            children[i] = write(children[i], level - 1, from - base, to - base, set);
        }
        return branch(children, level);
    }

    private static Node[] childrenOf(Node node) {
        if (node instanceof Branch branch) {
            return branch.children.clone();
        }
        Node[] children = new Node[FAN];
        Arrays.fill(children, node);
        return children;
    }

    private static Node branch(Node[] children, int level) {
        long count = 0;
        boolean alike = children[0] instanceof Uniform;
        for (Node child : children) {
            count += count(child, level - 1);
            alike = alike && child.equals(children[0]);
        }
        return alike ? children[0] : new Branch(children, count);
    }

    private static long count(Node node, int level) {
        return switch (node) {
            case Uniform uniform -> uniform.set() ? span(level) : 0;
            case Word word -> Long.bitCount(word.bits());
            case Branch branch -> branch.count;
        };
    }

    /** Returns the number of set bits in a span. */
    long count(OffsetRange places) {
        return count(root, level, places.from(), places.to());
    }

    private static long count(Node node, int level, long from, long to) {
        long low = Math.max(from, 0);
        long high = Math.min(to, span(level));
        if (low >= high) {
            return 0;
        }
        if (low == 0 && high == span(level)) {
            return count(node, level);
        }
        return switch (node) {
            case Uniform uniform -> uniform.set() ? high - low : 0;
            case Word word -> Long.bitCount(word.bits() & mask(low, high));
            case Branch branch -> countBelow(branch, level, low, high);
        };
    }

    private static long countBelow(Branch branch, int level, long low, long high) {
        int shift = 6 * level;
        long sum = 0;
        for (int i = (int) (low >>> shift); i <= (int) ((high - 1) >>> shift); i++) {
            long base = (long) i << shift;
            sum += count(branch.children[i], level - 1, low - base, high - base);
        }
        return sum;
    }

    /** Returns the first position at or after {@code from} whose bit has the given value, or -1. */
    long next(long from, boolean set) {
        return from >= span(level) ? -1 : next(root, level, from, set);
    }

    private static long next(Node node, int level, long from, boolean set) {
        return switch (node) {
            case Uniform uniform -> uniform.set() == set ? from : -1;
            case Word word -> {
                long wanted = (set ? word.bits() : ~word.bits()) & (-1L << from);
                yield wanted == 0 ? -1 : Long.numberOfTrailingZeros(wanted);
            }
            case Branch branch -> nextBelow(branch, level, from, set);
        };
    }

    private static long nextBelow(Branch branch, int level, long from, boolean set) {
        int shift = 6 * level;
        for (int i = (int) (from >>> shift); i < FAN; i++) {
            long base = (long) i << shift;
            long found = next(branch.children[i], level - 1, Math.max(from - base, 0), set);
            if (found >= 0) {
                return base + found;
            }
        }
        return -1;
    }

    /** Returns the last position at or before {@code from} whose bit has the given value, or -1. */
    long previous(long from, boolean set) {
        return from < 0 ? -1 : previous(root, level, from, set);
    }

    private static long previous(Node node, int level, long from, boolean set) {
        return switch (node) {
            case Uniform uniform -> uniform.set() == set ? from : -1;
            case Word word -> {
                long wanted = (set ? word.bits() : ~word.bits()) & (-1L >>> (FAN - 1 - from));
                yield wanted == 0 ? -1 : FAN - 1 - Long.numberOfLeadingZeros(wanted);
            }
            case Branch branch -> previousBelow(branch, level, from, set);
        };
    }

    private static long previousBelow(Branch branch, int level, long from, boolean set) {
        int shift = 6 * level;
        long end = span(level - 1) - 1;
        for (int i = (int) (from >>> shift); i >= 0; i--) {
            long base = (long) i << shift;
            long found = previous(branch.children[i], level - 1, Math.min(from - base, end), set);
            if (found >= 0) {
                return base + found;
            }
        }
        return -1;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ImmutableBitmap bits && level == bits.level && root.equals(bits.root);
    }

    @Override
    public int hashCode() {
        return root.hashCode();
    }
}
