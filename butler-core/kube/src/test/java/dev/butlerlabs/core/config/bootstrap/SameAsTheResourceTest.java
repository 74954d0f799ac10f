package dev.butlerlabs.core.config.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The file takes what the resource takes: the same keys, words and bounds. */
class SameAsTheResourceTest {
    /** The file has them elsewhere or needs none. */
    private static final Set<String> NOT_IN_THE_FILE = Set.of(".provider", ".providerRef", ".paused");

    /** A file may ask for no workers, which the resource says by leaving them out, and not for no copies, which the resource allows. */
    private static final Set<String> ON_PURPOSE =
            Set.of(".cluster.workers.replicas minimum", ".addons.storage.replicaCount minimum");

    @Test
    void everyKeyOfTheResourceCanBeWritten() throws IOException {
        List<String> differences = new ArrayList<>();
        compare("", resource(), new ObjectMapper().valueToTree(BootstrapSchema.tree(Map.of())), differences);

        assertThat(differences).isEmpty();
    }

    private static void compare(String path, JsonNode resource, JsonNode file, List<String> differences) {
        for (Map.Entry<String, JsonNode> property : resource.path("properties").properties()) {
            String name = path + "." + property.getKey();
            JsonNode counterpart = file.path("properties").path(property.getKey());
            if (NOT_IN_THE_FILE.contains(name)) {
                continue;
            }
            if (counterpart.isMissingNode()) {
                differences.add(name + " cannot be written");
            } else {
                compareRules(name, property.getValue(), rule(counterpart), differences);
                compare(name, property.getValue(), counterpart, differences);
                compare(name + "[]", property.getValue().path("items"), counterpart.path("items"), differences);
            }
        }
    }

    private static void compareRules(String name, JsonNode resource, JsonNode file, List<String> differences) {
        for (String rule : List.of("minimum", "maximum")) {
            if (!ON_PURPOSE.contains(name + " " + rule)
                    && resource.path(rule).asInt() != file.path(rule).asInt()) {
                differences.add(
                        "%s has the %s %s, in the file %s".formatted(name, rule, resource.path(rule), file.path(rule)));
            }
        }
        if (!words(resource).equals(words(file))) {
            differences.add("%s has the words %s, in the file %s".formatted(name, words(resource), words(file)));
        }
    }

    /** Beside a value itself a reference is possible everywhere. */
    private static JsonNode rule(JsonNode property) {
        return property.has("anyOf") ? property.path("anyOf").path(0) : property;
    }

    private static Set<String> words(JsonNode schema) {
        Set<String> words = new TreeSet<>();
        schema.path("enum").forEach(word -> words.add(word.asText()));
        return words;
    }

    private static JsonNode resource() throws IOException {
        return new YAMLMapper()
                .readTree(ProjectRoot.find()
                        .resolve("manifests/crds/clusterbootstraps.butler.butlerlabs.dev.yaml")
                        .toFile())
                .at("/spec/versions/0/schema/openAPIV3Schema/properties/spec");
    }
}
