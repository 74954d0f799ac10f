package dev.butlerlabs.core.embedded.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OpenApiDocumentsTest {
    private static final ServedKind WIDGET = new ServedKind(
            "shop.example.org", "v1", "Widget", "WidgetList", "widgets", true, Yaml.parse("""
                    type: object
                    description: A thing to sell.
                    properties:
                      spec:
                        type: object
                        properties:
                          type: {type: string, description: What sort., enum: [a, b], default: a}
                          port: {x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}]}
                          tags: {type: array, nullable: true, items: {type: string}}
                      status: {type: object}
                    """), Set.of("status"));
    private static final OpenApiDocuments DOCUMENTS = new OpenApiDocuments(
            List.of(
                    WIDGET,
                    ServedKind.builtin("", "v1", "Pod", "pods", true, Set.of("status")),
                    ServedKind.builtin("", "v1", "Namespace", "namespaces", false, Set.of("status")),
                    ServedKind.builtin("apps", "v1", "Deployment", "deployments", true, Set.of("status", "scale"))),
            "v1.35.0");

    @Test
    void indexesOneDocumentForEachGroupAndVersion() {
        assertThat(DOCUMENTS.index().get("paths").properties())
                .extracting(entry -> entry.getKey())
                .containsExactly("api/v1", "apis/apps/v1", "apis/shop.example.org/v1");
        assertThat(DOCUMENTS.index().at("/paths/api~1v1/serverRelativeURL").asText())
                .isEqualTo("/openapi/v3/api/v1?hash="
                        + DOCUMENTS.fingerprint("api/v1").orElseThrow());
    }

    @Test
    void tellsClientsThatPatchesAreValidated() {
        JsonNode patch = document("apis/shop.example.org/v1")
                .at("/paths/~1apis~1shop.example.org~1v1~1namespaces~1{namespace}~1widgets~1{name}/patch");
        assertThat(patch.get("x-kubernetes-group-version-kind"))
                .isEqualTo(Yaml.parse("{group: shop.example.org, version: v1, kind: Widget}"));
        assertThat(patch.get("parameters"))
                .extracting(parameter -> parameter.get("name").asText())
                .contains("fieldValidation", "dryRun", "fieldManager", "force");
    }

    @Test
    void namesTheKindOfADefinition() {
        JsonNode widget = document("apis/shop.example.org/v1").at("/components/schemas/org.example.shop.v1.Widget");
        assertThat(widget.get("x-kubernetes-group-version-kind")
                        .get(0)
                        .get("kind")
                        .asText())
                .isEqualTo("Widget");
        assertThat(widget.at("/properties/metadata/allOf/0/$ref").asText())
                .isEqualTo("#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
        assertThat(widget.at("/properties/spec/properties/type/default").asText())
                .isEqualTo("a");
    }

    @Test
    void keepsOutOfVersionTwoWhatItHasNoWordsFor() {
        JsonNode spec = DOCUMENTS.swagger().at("/definitions/org.example.shop.v1.Widget/properties/spec/properties");
        assertThat(spec.get("port").has("anyOf")).isFalse();
        assertThat(spec.get("tags").has("nullable")).isFalse();
        assertThat(spec.at("/type/type").asText()).isEqualTo("string");
    }

    @Test
    void tellsHowListsMerge() {
        JsonNode containers =
                document("api/v1").at("/components/schemas/io.k8s.api.core.v1.PodSpec/properties/containers");
        assertThat(containers.get("x-kubernetes-patch-merge-key").asText()).isEqualTo("name");
        assertThat(containers.get("x-kubernetes-patch-strategy").asText()).isEqualTo("merge");
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        for (String path : DOCUMENTS.paths()) {
            JsonNode document = document(path);
            assertThat(references(document))
                    .isNotEmpty()
                    .allSatisfy(reference -> assertThat(
                                    document.at(reference.substring(1)).isMissingNode())
                            .as(reference)
                            .isFalse());
        }
        JsonNode swagger = DOCUMENTS.swagger();
        assertThat(references(swagger))
                .allSatisfy(reference -> assertThat(
                                swagger.at(reference.substring(1)).isMissingNode())
                        .as(reference)
                        .isFalse());
    }

    private static List<String> references(JsonNode node) {
        List<String> references = new ArrayList<>();
        node.findValues("$ref").forEach(reference -> references.add(reference.asText()));
        return references;
    }

    private static ObjectNode document(String path) {
        return DOCUMENTS.document(path).orElseThrow();
    }
}
