package dev.butlerlabs.core.embedded.patch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class FieldSetPropertiesTest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    @Provide
    Arbitrary<FieldSet> sets() {
        return elements().list().ofMinSize(1).ofMaxSize(4).list().ofMaxSize(12).map(FieldSetPropertiesTest::setOf);
    }

    private static FieldSet setOf(List<List<PathElement>> paths) {
        FieldSet.Builder builder = new FieldSet.Builder();
        paths.forEach(builder::include);
        return builder.build();
    }

    private static Arbitrary<PathElement> elements() {
        Arbitrary<PathElement> fields =
                Arbitraries.of("a", "b", "<c>", "d.e/f", "\u00e9\"\\", "").map(PathElement.Field::new);
        Arbitrary<PathElement> values = Arbitraries.of(
                        NODES.textNode("x"),
                        NODES.textNode("\t&"),
                        NODES.numberNode(1),
                        NODES.numberNode(2.5),
                        NODES.numberNode(1e-9),
                        NODES.booleanNode(true))
                .map(PathElement.Value::new);
        Arbitrary<PathElement> keys = Arbitraries.of("p", "q")
                .flatMap(name -> Arbitraries.integers().between(0, 2).map(number -> key(name, number)));
        Arbitrary<PathElement> positions = Arbitraries.integers().between(0, 2).map(PathElement.Index::new);
        return Arbitraries.oneOf(fields, values, keys, positions);
    }

    private static PathElement key(String name, int number) {
        return new PathElement.Key(
                new TreeMap<>(java.util.Map.of("name", NODES.textNode(name), "number", NODES.numberNode(number))));
    }

    @Property(tries = 300)
    void survivesItsEncoding(@ForAll("sets") FieldSet set) {
        assertThat(FieldsV1.decode(FieldsV1.encode(set))).contains(set);
    }

    @Property(tries = 300)
    void encodesInOneWayOnly(@ForAll("sets") FieldSet one, @ForAll("sets") FieldSet other) {
        assertThat(FieldsV1.encode(one.union(other)).toString())
                .isEqualTo(FieldsV1.encode(other.union(one)).toString());
    }

    @Property(tries = 300)
    void unionIsCommutativeAssociativeAndIdempotent(
            @ForAll("sets") FieldSet a, @ForAll("sets") FieldSet b, @ForAll("sets") FieldSet c) {
        assertThat(a.union(b)).isEqualTo(b.union(a));
        assertThat(a.union(b).union(c)).isEqualTo(a.union(b.union(c)));
        assertThat(a.union(a)).isEqualTo(a);
    }

    @Property(tries = 300)
    void intersectionIsWhatDifferenceLeavesOut(@ForAll("sets") FieldSet a, @ForAll("sets") FieldSet b) {
        assertThat(a.intersection(b)).isEqualTo(a.difference(a.difference(b))).isEqualTo(b.intersection(a));
        assertThat(a.intersection(b).union(a.difference(b))).isEqualTo(a);
        assertThat(a.difference(b).intersection(b).isEmpty()).isTrue();
    }

    @Property(tries = 300)
    void differenceUndoesUnion(@ForAll("sets") FieldSet a, @ForAll("sets") FieldSet b) {
        assertThat(a.union(b).difference(b)).isEqualTo(a.difference(b));
        assertThat(a.difference(a)).isEqualTo(FieldSet.EMPTY);
    }

    @Property(tries = 300)
    void recursiveDifferenceRemovesWhatLiesBelow(@ForAll("sets") FieldSet a, @ForAll("sets") FieldSet b) {
        FieldSet rest = a.recursiveDifference(b);
        assertThat(rest.difference(a.difference(b)).isEmpty()).isTrue();
        for (List<PathElement> path : rest.paths()) {
            for (int length = 1; length <= path.size(); length++) {
                FieldSet beginning = setOf(List.of(path.subList(0, length)));
                assertThat(beginning.intersection(b).isEmpty()).isTrue();
            }
        }
    }

    @Property(tries = 300)
    void isTheSetOfItsPaths(@ForAll("sets") FieldSet set) {
        assertThat(setOf(set.paths())).isEqualTo(set);
        assertThat(set.paths()).doesNotHaveDuplicates();
    }
}
