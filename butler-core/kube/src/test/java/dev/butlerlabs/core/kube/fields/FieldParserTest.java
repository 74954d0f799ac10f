package dev.butlerlabs.core.kube.fields;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldParserTest {
    private static final FieldPaths PATHS = FieldPaths.of(List.of("metadata.name", "spec.replicas", "status.phase"));

    private final List<FieldValues> items = new ArrayList<>();

    private Optional<String> parse(String list) throws IOException {
        return new FieldParser(PATHS)
                .parse(new ByteArrayInputStream(list.getBytes(StandardCharsets.UTF_8)), items::add);
    }

    @Test
    void readsOnlyTheSelectedFields() throws IOException {
        parse("""
                {"items": [
                  {"status": {"conditions": [{"phase": "x"}], "phase": "Ready"}, "metadata": {"labels": {"name": "y"}, "name": "ä"},
                   "spec": {"replicas": 3, "more": [[1]]}},
                  {"metadata": {"name": "b"}, "spec": {"replicas": null}, "status": null}],
                 "kind": "List"}
                """);

        assertThat(items).hasSize(2);
        assertThat(items.getFirst().requiredText("metadata.name")).isEqualTo("ä");
        assertThat(items.getFirst().integer("spec.replicas")).contains(3);
        assertThat(items.getFirst().word("status.phase", Set.of("Ready"))).contains("Ready");
        assertThat(items.getLast().integer("spec.replicas")).isEmpty();
        assertThat(items.getLast().text("status.phase")).isEmpty();
    }

    @Test
    void returnsTheTokenOfTheNextPageWhereverItIs() throws IOException {
        assertThat(parse("{\"metadata\": {\"a\": {\"continue\": \"no\"}, \"continue\": \"next\"}, \"items\": []}"))
                .contains("next");
        assertThat(parse("{\"items\": [], \"metadata\": {\"continue\": \"\"}}")).isEmpty();
        assertThat(parse("{\"items\": null}")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{\"items\": [1]}",
                "{\"items\": [{\"spec\": 1}]}",
                "{\"items\": [{\"status\": {\"phase\": {}}}]}",
                "{\"items\": [{\"spec\": {\"replicas\": 1.5}}]}"
            })
    void otherShapesAreUnexpected(String list) {
        assertThatThrownBy(() -> parse(list)).isInstanceOf(UnexpectedFieldException.class);
    }

    @Test
    void aCutListIsNotALastPage() {
        assertThatThrownBy(() -> parse("{\"metadata\": {}, \"items\": [{\"metadata\": {\"name\": \"a\"}}"))
                .isInstanceOf(JsonProcessingException.class);
    }

    @Test
    void valuesOfAnotherTypeAreUnexpected() throws IOException {
        parse(
                "{\"items\": [{\"metadata\": {\"name\": 1}, \"spec\": {\"replicas\": 2147483648}, \"status\": {\"phase\": \"Odd\"}}]}");
        FieldValues values = items.getFirst();

        assertThatThrownBy(() -> values.text("metadata.name")).isInstanceOf(UnexpectedFieldException.class);
        assertThatThrownBy(() -> values.integer("spec.replicas")).isInstanceOf(UnexpectedFieldException.class);
        assertThatThrownBy(() -> values.word("status.phase", Set.of("Ready")))
                .isInstanceOf(UnexpectedFieldException.class);
        assertThatThrownBy(() -> values.text("spec.other")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aRequiredTextMustBePresent() throws IOException {
        parse("{\"items\": [{}]}");
        assertThatThrownBy(() -> items.getFirst().requiredText("metadata.name"))
                .isInstanceOf(UnexpectedFieldException.class);
    }
}
