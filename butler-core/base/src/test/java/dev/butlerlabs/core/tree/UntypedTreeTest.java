package dev.butlerlabs.core.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UntypedTreeTest {
    private static final UntypedTree TREE = UntypedTree.of(Map.of(
            "name", "demo",
            "spec", Map.of("replicas", 3, "paused", true, "labels", Map.of("example.com/team", "a")),
            "items", Arrays.asList(Map.of("name", "one"), "two", null)));

    @Test
    void findsValuesByPath() {
        assertThat(TREE.find("spec.replicas")).hasValue(3);
        assertThat(TREE.text("name")).hasValue("demo");
        assertThat(TREE.number("spec.replicas")).hasValue(3);
        assertThat(TREE.anyText("spec.replicas")).isEqualTo("3");
        assertThat(TREE.isTrue("spec.paused")).isTrue();
        assertThat(TREE.map("spec.labels")).containsOnlyKeys("example.com/team");
        assertThat(TREE.at("spec.labels").entry("example.com/team").anyText()).isEqualTo("a");
    }

    @Test
    void aMissingValueIsEmpty() {
        for (String path : List.of("none", "none.below", "name.below", "items.name", "spec.labels.example.com/team")) {
            assertThat(TREE.has(path)).as(path).isFalse();
            assertThat(TREE.find(path)).isEmpty();
            assertThat(TREE.at(path)).isEqualTo(UntypedTree.EMPTY);
            assertThat(TREE.anyText(path)).isEmpty();
            assertThat(TREE.items(path)).isEmpty();
            assertThat(TREE.map(path)).isEmpty();
        }
    }

    @Test
    void aValueOfAnotherTypeIsEmpty() {
        assertThat(TREE.text("spec.replicas")).isEmpty();
        assertThat(TREE.number("name")).isEmpty();
        assertThat(TREE.isTrue("name")).isFalse();
        assertThat(TREE.map("items")).isEmpty();
        assertThat(TREE.items("spec")).isEmpty();
    }

    @Test
    void returnsEveryItemOfAList() {
        assertThat(TREE.items("items")).hasSize(3);
        assertThat(TREE.items("items").getFirst().text("name")).hasValue("one");
        assertThat(TREE.items("items").get(1).anyText()).isEqualTo("two");
        assertThat(TREE.items("items").getLast()).isEqualTo(UntypedTree.EMPTY);
    }

    @Test
    void theViewCannotBeModified() {
        Map<String, Object> view =
                UntypedTree.of(new LinkedHashMap<>(Map.of("a", 1))).map();
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> view.put("b", 2));
    }

    @Test
    void aCopyIsIndependent() {
        List<Object> list = new ArrayList<>(List.of(new LinkedHashMap<>(Map.of("n", 1))));
        Map<String, Object> copy = UntypedTree.of(Map.of("list", list)).copy();
        list.clear();
        assertThat(copy).isEqualTo(Map.of("list", List.of(Map.of("n", 1))));
        copy.put("more", UntypedTree.copyOf(null));
        assertThat(copy).containsEntry("more", null);
        assertThat(UntypedTree.of("text").copy()).isEmpty();
    }

    @Test
    void putsValuesWithoutChangingSharedMaps() {
        Map<String, Object> shared = Map.of("kept", 1);
        Map<String, Object> root = new LinkedHashMap<>(Map.of("a", shared, "b", "text"));
        UntypedTree.put(root, "a.new.deep", 2);
        UntypedTree.put(root, "b.over", 3);
        UntypedTree.put(root, "c", 4);
        assertThat(root)
                .isEqualTo(Map.of("a", Map.of("kept", 1, "new", Map.of("deep", 2)), "b", Map.of("over", 3), "c", 4));
        assertThat(shared).containsOnlyKeys("kept");
    }

    @Test
    void removesValuesAndLeavesTheRest() {
        Map<String, Object> root = new LinkedHashMap<>(Map.of("a", Map.of("x", 1, "y", 2), "b", "text"));
        UntypedTree.remove(root, "a.x");
        UntypedTree.remove(root, "b.none");
        UntypedTree.remove(root, "none.none");
        UntypedTree.remove(root, "none");
        assertThat(root).isEqualTo(Map.of("a", Map.of("y", 2), "b", "text"));
        UntypedTree.remove(root, "b");
        assertThat(root).containsOnlyKeys("a");
    }
}
