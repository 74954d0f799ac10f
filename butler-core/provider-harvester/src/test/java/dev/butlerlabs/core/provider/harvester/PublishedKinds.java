package dev.butlerlabs.core.provider.harvester;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/** Definitions made of the schemas that KubeVirt and Harvester published, where this machine has them. */
final class PublishedKinds {
    private static final ObjectMapper YAML = new YAMLMapper();
    private static final String TEMPLATES =
            "capk-kubevirt/kubevirtmachinetemplates.infrastructure.cluster.x-k8s.io.yaml";
    private static final String VIRTUAL_MACHINE =
            "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/template"
                    + "/properties/spec/properties/virtualMachineTemplate/properties/spec";

    private PublishedKinds() {}

    static List<String> definitions() {
        Path folder = folder().resolve("crds");
        Assumptions.assumeTrue(
                Files.isDirectory(folder), "no published definitions here: set BUTLER_ORACLES to where they are");
        return List.of(
                text(virtualMachine(read(folder.resolve(TEMPLATES)))),
                text(read(folder.resolve("harvester/virtualmachineimages.harvesterhci.io.yaml"))));
    }

    /** Cluster API's KubeVirt template holds the whole schema of a virtual machine's spec; here it becomes a kind again. */
    private static JsonNode virtualMachine(JsonNode template) {
        JsonNode spec = template.at(VIRTUAL_MACHINE);
        if (!spec.path("properties").has("template")) {
            throw new IllegalStateException("the schema of virtual machines is not where it was");
        }
        ObjectNode definition = (ObjectNode) parse("""
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: virtualmachines.kubevirt.io}
                spec:
                  group: kubevirt.io
                  scope: Namespaced
                  names: {kind: VirtualMachine, plural: virtualmachines, singular: virtualmachine}
                  versions:
                  - name: v1
                    served: true
                    storage: true
                    subresources: {status: {}}
                    schema:
                      openAPIV3Schema:
                        type: object
                        properties:
                          apiVersion: {type: string}
                          kind: {type: string}
                          metadata: {type: object}
                          status: {type: object, x-kubernetes-preserve-unknown-fields: true}
                """);
        ((ObjectNode) definition.at("/spec/versions/0/schema/openAPIV3Schema/properties")).set("spec", spec);
        return definition;
    }

    private static JsonNode read(Path file) {
        try {
            return YAML.readTree(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode parse(String yaml) {
        try {
            return YAML.readTree(yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(JsonNode tree) {
        try {
            return YAML.writeValueAsString(tree);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path folder() {
        return Optional.ofNullable(System.getenv("BUTLER_ORACLES"))
                .map(Path::of)
                .orElseGet(() -> ProjectRoot.find().resolve("../shared/oracles"));
    }
}
