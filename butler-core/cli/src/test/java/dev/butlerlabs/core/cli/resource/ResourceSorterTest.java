package dev.butlerlabs.core.cli.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.cli.jsonpath.JsonPathTemplate;
import dev.butlerlabs.core.cli.output.TableLayout;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResourceSorterTest {
    private static final TableLayout<Map<String, Object>> LAYOUT =
            TableLayout.of(List.of(), row -> String.valueOf(row.get("name")), row -> row);

    private final List<Map<String, Object>> rows = List.of(
            Map.of("name", "a", "replicas", 10, "memory", "2Gi", "phase", "Ready"),
            Map.of("name", "b", "replicas", 9, "memory", "512Mi", "phase", "Failed"),
            Map.of("name", "c", "memory", "900Ki", "phase", "Ready"));

    @Test
    void sortsNumbersByValueWithMissingOnesFirst() {
        assertThat(sorted(".replicas")).containsExactly("c", "b", "a");
    }

    @Test
    void sortsQuantitiesBySize() {
        assertThat(sorted("{.memory}")).containsExactly("c", "b", "a");
    }

    @Test
    void sortsTextAndThenByName() {
        assertThat(sorted("phase")).containsExactly("b", "a", "c");
    }

    @Test
    void rejectsAFieldThatNoObjectHas() {
        assertThatThrownBy(() -> sorted(".nosuch"))
                .hasMessage("invalid value for --sort-by: none of the listed objects has the field .nosuch.");
        assertThatThrownBy(() -> sorted(".phase[0]"))
                .hasMessage("Cannot evaluate --sort-by: a string is not a list and has no elements.");
    }

    private List<String> sorted(String field) {
        TableLayout<Map<String, Object>> layout =
                ResourceSorter.sorted(LAYOUT, rows, JsonPathTemplate.parseExpression(field));
        return rows.stream()
                .sorted(layout.order())
                .map(row -> String.valueOf(row.get("name")))
                .toList();
    }
}
