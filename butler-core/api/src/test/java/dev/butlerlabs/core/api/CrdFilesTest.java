package dev.butlerlabs.core.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CrdFilesTest {
    @Test
    void filesAreWhatTheClassesSay() {
        assertThat(present())
                .as("manifests/crds differs from the classes in core.api; run scripts/crds and commit the result")
                .isEqualTo(CrdFiles.generate());
    }

    @Test
    void classPathCarriesEveryDefinition() {
        assertThat(CustomResourceDefinitionFiles.all())
                .extracting(crd -> crd.getSpec().getNames().getKind())
                .isEqualTo(CustomResourceTypes.ALL.stream()
                        .map(Class::getSimpleName)
                        .toList());
    }

    @Test
    void everyFileIsNamedAfterItsDefinition() {
        assertThat(CustomResourceTypes.ALL)
                .allSatisfy(kind -> assertThat(CustomResourceDefinitionFiles.fileName(kind))
                        .isEqualTo(CustomResource.getCRDName(kind) + ".yaml"));
    }

    @Test
    void everyFieldAndRuleIsExplained() {
        List<String> unexplained = new ArrayList<>();
        CustomResourceDefinitionFiles.all().forEach(crd -> {
            JsonNode tree = Serialization.unmarshal(Serialization.asJson(crd), JsonNode.class);
            collectUnexplained(
                    crd.getSpec().getNames().getKind(),
                    tree.at("/spec/versions/0/schema/openAPIV3Schema"),
                    unexplained);
        });
        assertThat(unexplained).isEmpty();
    }

    private static void collectUnexplained(String path, JsonNode schema, List<String> unexplained) {
        schema.path("x-kubernetes-validations").forEach(rule -> {
            if (!rule.has("message")) {
                unexplained.add(path + ": " + rule.path("rule").asText());
            }
        });
        for (Map.Entry<String, JsonNode> field : schema.path("properties").properties()) {
            String place = path + "." + field.getKey();
            if (!field.getValue().has("description") && !field.getKey().equals("metadata")) {
                unexplained.add(place);
            }
            collectUnexplained(place, field.getValue(), unexplained);
        }
        for (String element : List.of("items", "additionalProperties")) {
            if (schema.path(element) instanceof ObjectNode nested) {
                collectUnexplained(path + "[]", nested, unexplained);
            }
        }
    }

    private static Map<String, String> present() {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> folder = Files.list(CrdFiles.FOLDER)) {
            for (Path file : folder.toList()) {
                files.put(file.getFileName().toString(), Files.readString(file));
            }
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
