package dev.butlerlabs.core.embedded.patch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** Immutable set of field paths, stored as a tree. A path can be a member independently of the paths above and below it. */
final class FieldSet {
    static final FieldSet EMPTY = new FieldSet(new TreeMap<>());

    /**
     * The continuation of the set after one path element.
     *
     * @param member whether the path that ends here is in the set
     * @param below the paths that continue from here
     */
    record Branch(boolean member, FieldSet below) {
        private static final Branch NONE = new Branch(false, EMPTY);

        private boolean isEmpty() {
            return !member && below.isEmpty();
        }
    }

    private final NavigableMap<PathElement, Branch> branches;

    private FieldSet(NavigableMap<PathElement, Branch> branches) {
        this.branches = branches;
    }

    /** Returns the set of one path. The empty path is the whole object, which has no owner. */
    static FieldSet of(PathElement... path) {
        FieldSet set = EMPTY;
        for (int i = path.length - 1; i >= 0; i--) {
            TreeMap<PathElement, Branch> branches = new TreeMap<>();
            branches.put(path[i], new Branch(i == path.length - 1, set));
            set = new FieldSet(branches);
        }
        return set;
    }

    static FieldSet of(SortedMap<PathElement, Branch> branches) {
        TreeMap<PathElement, Branch> kept = new TreeMap<>(branches);
        kept.values().removeIf(Branch::isEmpty);
        return kept.isEmpty() ? EMPTY : new FieldSet(kept);
    }

    boolean isEmpty() {
        return branches.isEmpty();
    }

    SortedMap<PathElement, Branch> branches() {
        return java.util.Collections.unmodifiableSortedMap(branches);
    }

    /** Whether the path of this single element is in the set. */
    boolean has(PathElement element) {
        return branch(element).member();
    }

    /** Returns the remainders of the paths that start with this element. */
    FieldSet below(PathElement element) {
        return branch(element).below();
    }

    private Branch branch(PathElement element) {
        return Optional.ofNullable(branches.get(element)).orElse(Branch.NONE);
    }

    FieldSet union(FieldSet other) {
        if (isEmpty() || other.isEmpty()) {
            return isEmpty() ? other : this;
        }
        TreeMap<PathElement, Branch> union = new TreeMap<>(branches);
        other.branches.forEach((element, branch) -> union.merge(element, branch, FieldSet::joined));
        return new FieldSet(union);
    }

    private static Branch joined(Branch one, Branch other) {
        return new Branch(one.member() || other.member(), one.below().union(other.below()));
    }

    FieldSet intersection(FieldSet other) {
        return combined(
                other,
                (one, two) ->
                        new Branch(one.member() && two.member(), one.below().intersection(two.below())));
    }

    /** Returns the paths of this set that are not in the other set; paths below those of the other set remain. */
    FieldSet difference(FieldSet other) {
        return combined(
                other,
                (one, two) ->
                        new Branch(one.member() && !two.member(), one.below().difference(two.below())));
    }

    /** Returns the paths that are neither in the other set nor below one of its paths. */
    FieldSet recursiveDifference(FieldSet other) {
        return combined(
                other,
                (one, two) -> two.member()
                        ? Branch.NONE
                        : new Branch(one.member(), one.below().recursiveDifference(two.below())));
    }

    private FieldSet combined(FieldSet other, BiFunction<Branch, Branch, Branch> rule) {
        TreeMap<PathElement, Branch> result = new TreeMap<>();
        branches.forEach((element, branch) -> result.put(element, rule.apply(branch, other.branch(element))));
        return of(result);
    }

    /** Returns all paths of the set: first those that end here, then those below. */
    List<List<PathElement>> paths() {
        List<List<PathElement>> paths = new ArrayList<>();
        collect(List.of(), paths);
        return paths;
    }

    private void collect(List<PathElement> above, List<List<PathElement>> paths) {
        branches.forEach((element, branch) -> {
            if (branch.member()) {
                paths.add(joined(above, element));
            }
        });
        branches.forEach((element, branch) -> branch.below().collect(joined(above, element), paths));
    }

    private static List<PathElement> joined(List<PathElement> above, PathElement element) {
        List<PathElement> path = new ArrayList<>(above);
        path.add(element);
        return path;
    }

    /** Returns the path as messages show it. */
    static String text(List<PathElement> path) {
        return path.stream().map(PathElement::toString).collect(Collectors.joining());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FieldSet set && branches.equals(set.branches);
    }

    @Override
    public int hashCode() {
        return branches.hashCode();
    }

    @Override
    public String toString() {
        return paths().stream().map(FieldSet::text).collect(Collectors.joining("\n"));
    }

    /** Builds a set path by path. */
    static final class Builder {
        private final Map<PathElement, Builder> branches = new TreeMap<>();
        private boolean member;

        Builder descend(PathElement element) {
            return branches.computeIfAbsent(element, _ -> new Builder());
        }

        void include() {
            member = true;
        }

        void include(List<PathElement> path) {
            Builder end = this;
            for (PathElement element : path) {
                end = end.descend(element);
            }
            end.include();
        }

        FieldSet build() {
            TreeMap<PathElement, Branch> built = new TreeMap<>();
            branches.forEach((element, builder) -> built.put(element, new Branch(builder.member, builder.build())));
            return of(built);
        }
    }
}
