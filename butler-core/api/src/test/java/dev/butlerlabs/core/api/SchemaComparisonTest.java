package dev.butlerlabs.core.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaComparisonTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"type":"string"}                            | {"type":"integer"}                           | Kind: type
                    {"minimum":1.0}                              | {"minimum":2}                                | Kind: minimum
                    {"format":"int32"}                           | {}                                           | Kind: format
                    {"required":["a"]}                           | {"required":["a","b"]}                       | Kind: required
                    {"enum":["a"]}                               | {"enum":["a","b"]}                           | Kind: enum
                    {"properties":{}}                            | {"properties":{"a":{"type":"string"}}}       | Kind.a: field
                    {"properties":{"a":{"type":"string"}}}       | {"properties":{}}                            | Kind.a: field
                    {"properties":{"a":{"maxLength":2}}}         | {"properties":{"a":{"maxLength":3}}}         | Kind.a: maxLength
                    {"items":{"pattern":"^a"}}                   | {"items":{"pattern":"^b"}}                   | Kind[]: pattern
                    {"additionalProperties":{"type":"boolean"}}  | {"additionalProperties":{"type":"string"}}   | Kind[]: type
                    {"x-kubernetes-list-type":"map"}             | {}                                           | Kind: x-kubernetes-list-type
                    {"x-kubernetes-validations":[{"rule":"a"}]}  | {"x-kubernetes-validations":[{"rule":"b"}]}  | Kind: x-kubernetes-validations
                    """)
    void findsADifference(String ours, String theirs, String expected) throws JsonProcessingException {
        assertThat(differences(ours, theirs)).containsExactly(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"description":"ours"}                                     | {"description":"theirs"}
                    {"minimum":1.0}                                            | {"minimum":1}
                    {"required":["a","b"]}                                     | {"required":["b","a"]}
                    {"enum":["a","b"]}                                         | {"allOf":[{"enum":["b","a"]},{"enum":["a","b"]}]}
                    {"x-kubernetes-validations":[{"rule":"a","message":"x"}]}  | {"x-kubernetes-validations":[{"rule":"a","message":"y"}]}
                    """)
    void ignoresWhatHasNoMeaning(String ours, String theirs) throws JsonProcessingException {
        assertThat(differences(ours, theirs)).isEmpty();
    }

    @Test
    void countsEveryField() throws JsonProcessingException {
        String schema = "{\"properties\":{\"a\":{\"items\":{\"type\":\"string\"}},\"b\":{}}}";
        SchemaComparison comparison = new SchemaComparison();
        comparison.compare("Kind", JSON.readTree(schema), JSON.readTree(schema));
        assertThat(comparison.fields()).isEqualTo(4);
    }

    private static List<String> differences(String ours, String theirs) throws JsonProcessingException {
        SchemaComparison comparison = new SchemaComparison();
        comparison.compare("Kind", JSON.readTree(ours), JSON.readTree(theirs));
        return comparison.differences().stream()
                .map(difference -> difference.path() + ": " + difference.keyword())
                .toList();
    }
}
