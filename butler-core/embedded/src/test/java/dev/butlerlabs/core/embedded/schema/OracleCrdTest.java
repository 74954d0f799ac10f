package dev.butlerlabs.core.embedded.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class OracleCrdTest {
    @TestFactory
    Stream<DynamicTest> acceptsEveryPublishedDefinition() {
        return OracleCrds.versions()
                .map(version -> DynamicTest.dynamicTest(
                        version.toString(),
                        () -> assertThat(StructuralSchema.check(version.schema(), "schema"))
                                .isEmpty()));
    }

    @TestFactory
    Stream<DynamicTest> defaultsAnEmptyObjectToSomethingItDoesNotPrune() {
        return OracleCrds.versions()
                .map(version -> DynamicTest.dynamicTest(version.toString(), () -> {
                    StructuralSchema schema = StructuralSchema.of(version.schema());
                    ObjectNode object = JsonNodeFactory.instance.objectNode();
                    object.putObject("spec");
                    schema.applyDefaults(object);
                    ObjectNode once = object.deepCopy();
                    schema.applyDefaults(object);
                    assertThat(object).isEqualTo(once);
                    assertThat(schema.prune(object)).isEmpty();
                }));
    }
}
