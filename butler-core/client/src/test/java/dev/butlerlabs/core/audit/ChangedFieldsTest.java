package dev.butlerlabs.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangedFieldsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "-", textBlock = """
            {"spec":{"a":1}}                    | {"spec":{"a":2}}                       | spec.a
            {"spec":{"a":1}}                    | {"spec":{"a":1,"b":{"c":2,"d":3}}}     | spec.b.c,spec.b.d
            {"spec":{"a":{"b":1}}}              | {"spec":{}}                            | spec.a.b
            {"spec":{"a":{"b":1}}}              | {"spec":{"a":5}}                       | spec.a
            {"spec":{"list":[1,2]}}             | {"spec":{"list":[1,3]}}                | spec.list
            {"spec":{"a":{}}}                   | {"spec":{"a":null}}                    | -
            {"status":{"phase":"a"}}            | {"status":{"phase":"b"}}               | -
            {"metadata":{"resourceVersion":"1"}} | {"metadata":{"resourceVersion":"2"}}  | -
            {"metadata":{"labels":{"x/y":"1"}}} | {"metadata":{"labels":{"x/y":"2"}}}    | metadata.labels[x/y]
            {"metadata":{"finalizers":["a"]}}   | {"metadata":{}}                        | metadata.finalizers
            {"data":{"password":"old"}}         | {"data":{"password":"new"}}            | data.password
            """)
    void namesChangedPathsWithoutValues(String before, String after, String paths) throws JsonProcessingException {
        JsonNode one = JSON.readTree(before);
        JsonNode other = JSON.readTree(after);

        assertThat(String.join(",", ChangedFields.between(one, other))).isEqualTo(paths == null ? "" : paths);
        assertThat(ChangedFields.digest(one).equals(ChangedFields.digest(other)))
                .isEqualTo(paths == null);
    }

    @Test
    void theDigestDoesNotDependOnTheOrderOfFields() throws JsonProcessingException {
        assertThat(ChangedFields.digest(JSON.readTree("{\"spec\":{\"a\":1,\"b\":2}}")))
                .isEqualTo(ChangedFields.digest(JSON.readTree("{\"spec\":{\"b\":2,\"a\":1}}")));
    }

    @Test
    void manyChangesAreCounted() {
        ObjectNode after = JSON.createObjectNode();
        for (int i = 0; i < 30; i++) {
            after.withObjectProperty("spec").put("field%02d".formatted(i), 1);
        }

        assertThat(ChangedFields.between(JSON.createObjectNode(), after))
                .hasSize(21)
                .startsWith("spec.field00")
                .endsWith("10 more");
    }
}
