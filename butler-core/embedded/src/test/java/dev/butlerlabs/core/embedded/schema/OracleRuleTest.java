package dev.butlerlabs.core.embedded.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

class OracleRuleTest {
    /** Counting keeps the other tests honest: if no rule is found, none was compiled. */
    @Test
    void everyPublishedRuleCompiles() {
        int[] rules = {0};
        OracleCrds.versions().forEach(version -> {
            rules[0] += count(version.schema());
            assertThat(RuleCheck.check(version.schema(), SchemaReader.read(version.schema()), FieldPath.of("schema")))
                    .as(version.toString())
                    .isEmpty();
        });
        assertThat(rules[0]).isGreaterThanOrEqualTo(120);
    }

    private static int count(JsonNode schema) {
        return schema.findValues("x-kubernetes-validations").stream()
                .mapToInt(JsonNode::size)
                .sum();
    }
}
