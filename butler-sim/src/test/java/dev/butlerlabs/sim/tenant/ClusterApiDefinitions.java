package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.core.testing.ProjectRoot;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersionBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaPropsBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * The published CRDs of control plane and infrastructure providers, each in the version that Butler renders, with the label by which Cluster
 * API finds that version.
 */
final class ClusterApiDefinitions {
    /** Label of a CRD: its version that follows the contract v1beta1 of Cluster API. */
    static final String CONTRACT = "cluster.x-k8s.io/v1beta1";

    private static final KubernetesSerialization YAML = new KubernetesSerialization();
    private static final String TEMPLATE = "Template";

    private ClusterApiDefinitions() {}

    /** Returns the CRDs, or skips the test if they are missing. */
    static List<CustomResourceDefinition> published() {
        Path directory = directory();
        Assumptions.assumeTrue(
                Files.isDirectory(directory), "published CRDs not found; set BUTLER_ORACLES to their directory");
        List<CustomResourceDefinition> definitions = new ArrayList<>(read(directory.resolve("steward"), "v1alpha1"));
        for (TestedInfrastructure infrastructure : TestedInfrastructure.ALL) {
            definitions.addAll(read(directory.resolve(infrastructure.definitions()), infrastructure.version()));
        }
        definitions.addAll(definitions.stream()
                .filter(definition -> definition.getSpec().getNames().getKind().endsWith("MachineTemplate"))
                .map(ClusterApiDefinitions::machine)
                .toList());
        return definitions;
    }

    static CustomResourceDefinition parse(Path file) {
        return YAML.unmarshal(text(file), CustomResourceDefinition.class);
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Path> files(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path directory() {
        return Optional.ofNullable(System.getenv("BUTLER_ORACLES"))
                .map(Path::of)
                .orElseGet(() -> ProjectRoot.find().toAbsolutePath().resolve("../shared/oracles"))
                .resolve("crds");
    }

    private static List<CustomResourceDefinition> read(Path directory, String version) {
        return files(directory).stream().map(file -> only(version, parse(file))).toList();
    }

    /** Keeps one version, since no webhook converts between versions. */
    private static CustomResourceDefinition only(String version, CustomResourceDefinition definition) {
        CustomResourceDefinitionVersion kept = definition.getSpec().getVersions().stream()
                .filter(one -> one.getName().equals(version))
                .findFirst()
                .orElseThrow();
        return new CustomResourceDefinitionBuilder(definition)
                .editMetadata()
                .addToLabels(CONTRACT, version)
                .endMetadata()
                .editSpec()
                .withConversion(null)
                .withVersions(new CustomResourceDefinitionVersionBuilder(kept)
                        .withServed(true)
                        .withStorage(true)
                        .build())
                .endSpec()
                .build();
    }

    /** Returns the CRD of machines, whose spec is that in the template. */
    private static CustomResourceDefinition machine(CustomResourceDefinition template) {
        CustomResourceDefinitionVersion version =
                template.getSpec().getVersions().getFirst();
        JSONSchemaProps spec = version.getSchema()
                .getOpenAPIV3Schema()
                .getProperties()
                .get("spec")
                .getProperties()
                .get("template")
                .getProperties()
                .get("spec");
        String kind = stripped(template.getSpec().getNames().getKind(), TEMPLATE);
        String plural = kind.toLowerCase(java.util.Locale.ROOT) + "s";
        return new CustomResourceDefinitionBuilder(template)
                .editMetadata()
                .withName(plural + "." + template.getSpec().getGroup())
                .endMetadata()
                .editSpec()
                .withNewNames()
                .withKind(kind)
                .withListKind(kind + "List")
                .withPlural(plural)
                .withSingular(kind.toLowerCase(java.util.Locale.ROOT))
                .endNames()
                .withVersions(new CustomResourceDefinitionVersionBuilder(version)
                        .withAdditionalPrinterColumns(List.of())
                        .withNewSubresources()
                        .withNewStatus()
                        .endStatus()
                        .endSubresources()
                        .withNewSchema()
                        .withOpenAPIV3Schema(schema(spec))
                        .endSchema()
                        .build())
                .endSpec()
                .build();
    }

    private static JSONSchemaProps schema(JSONSchemaProps spec) {
        return new JSONSchemaPropsBuilder()
                .withType("object")
                .addToProperties("spec", spec)
                .addToProperties(
                        "status",
                        new JSONSchemaPropsBuilder()
                                .withType("object")
                                .withXKubernetesPreserveUnknownFields(true)
                                .build())
                .build();
    }

    private static String stripped(String text, String ending) {
        return text.substring(0, text.length() - ending.length());
    }
}
