package dev.butlerlabs.core.embedded.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.butlerlabs.core.embedded.schema.FieldTypes;
import dev.butlerlabs.core.embedded.schema.StructuralSchema;
import dev.butlerlabs.core.jsonpatch.JsonPatch;
import dev.butlerlabs.core.jsonpatch.PatchException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DocumentPatchTest {
    private interface Patcher {
        JsonNode apply(JsonNode document, JsonNode patch) throws PatchException;
    }

    static List<GoldenFolder> json() {
        return GoldenFolder.of("json");
    }

    static List<GoldenFolder> merge() {
        return GoldenFolder.of("merge");
    }

    static List<GoldenFolder> strategic() {
        return GoldenFolder.of("strategic");
    }

    @ParameterizedTest
    @MethodSource
    void json(GoldenFolder folder) throws PatchException {
        check(folder, JsonPatch::apply);
    }

    @ParameterizedTest
    @MethodSource
    void merge(GoldenFolder folder) throws PatchException {
        check(folder, MergePatch::apply);
    }

    @ParameterizedTest
    @MethodSource
    void strategic(GoldenFolder folder) throws PatchException {
        FieldTypes types =
                StructuralSchema.of(Gadgets.resource("workload-schema.yaml")).types();
        check(folder, (document, patch) -> StrategicMergePatch.apply(document, patch, types));
    }

    private static void check(GoldenFolder folder, Patcher patcher) throws PatchException {
        JsonNode document = folder.file("document");
        JsonNode patch = folder.file("patch");
        JsonNode documentBefore = document.deepCopy();
        JsonNode patchBefore = patch.deepCopy();
        JsonNode refused = folder.file("refused");
        if (refused.isMissingNode()) {
            assertThat(patcher.apply(document, patch)).isEqualTo(folder.file("result"));
        } else {
            assertThatExceptionOfType(PatchException.class)
                    .isThrownBy(() -> patcher.apply(document, patch))
                    .matches(failure ->
                            failure.kind().name().equals(refused.path("kind").asText()));
        }
        assertThat(document).isEqualTo(documentBefore);
        assertThat(patch).isEqualTo(patchBefore);
    }

    @Test
    void refusesAJsonPatchOfMoreThanTenThousandOperations() {
        ArrayNode operations = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i <= 10_000; i++) {
            operations.addObject().put("op", "test").put("path", "/absent");
        }
        assertThatExceptionOfType(PatchException.class)
                .isThrownBy(() -> JsonPatch.apply(JsonNodeFactory.instance.objectNode(), operations))
                .matches(failure -> failure.kind() == PatchException.Kind.TOO_LARGE);
    }

    @Test
    void refusesAJsonPatchThatCopiesItselfWithoutEnd() {
        ArrayNode operations = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < 64; i++) {
            operations.addObject().put("op", "copy").put("from", "/a").put("path", "/a/-");
        }
        assertThatExceptionOfType(PatchException.class)
                .isThrownBy(() -> JsonPatch.apply(Gadgets.yaml("a: [1]"), operations))
                .matches(failure -> failure.kind() == PatchException.Kind.INVALID);
    }
}
