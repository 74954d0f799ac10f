package dev.butlerlabs.core.tenant.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * The kinds tenant clusters are made of, as their makers published them, each in the one version that is rendered: the bench has no
 * webhook that would translate between versions.
 */
final class PublishedDefinitions {
    private static final Map<String, String> VERSIONS = Map.of(
            "cluster-api", "v1beta1",
            "steward", "v1alpha1",
            "cabpt-talos", "v1alpha3",
            "capk-kubevirt", "v1alpha1",
            "caphv-harvester", "v1alpha1",
            "capx-nutanix", "v1beta1",
            "capmox-proxmox", "v1alpha1",
            "capa-aws", "v1beta2",
            "capg-gcp", "v1beta1",
            "capz-azure", "v1beta1");

    private PublishedDefinitions() {}

    static List<String> all() {
        Path folder = folder();
        Assumptions.assumeTrue(
                Files.isDirectory(folder), "no published definitions here: set BUTLER_ORACLES to where they are");
        return VERSIONS.entrySet().stream()
                .flatMap(entry -> files(folder.resolve(entry.getKey())).map(file -> only(file, entry.getValue())))
                .toList();
    }

    private static Path folder() {
        return Optional.ofNullable(System.getenv("BUTLER_ORACLES"))
                .map(Path::of)
                .orElseGet(() -> ProjectRoot.find().toAbsolutePath().resolve("../shared/oracles"))
                .resolve("crds");
    }

    private static Stream<Path> files(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String only(Path file, String version) {
        try {
            JsonNode definition = TenantCase.YAML.readTree(Files.readString(file));
            ObjectNode spec = (ObjectNode) definition.path("spec");
            JsonNode kept = Stream.of(spec.path("versions"))
                    .flatMap(versions -> versions.valueStream())
                    .filter(one -> one.path("name").asText().equals(version))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(file + " has no version " + version));
            ((ObjectNode) kept).put("storage", true).put("served", true);
            ArrayNode versions = spec.putArray("versions");
            versions.add(kept);
            spec.remove("conversion");
            return TenantCase.YAML.writeValueAsString(definition);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
