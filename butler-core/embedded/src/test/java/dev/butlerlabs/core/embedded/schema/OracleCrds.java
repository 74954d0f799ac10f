package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Custom resource definitions that others published, where this machine has them. */
final class OracleCrds {
    /** One version of a definition. */
    record Version(String file, String name, JsonNode definition, JsonNode version) {
        JsonNode schema() {
            return version.path("schema").path("openAPIV3Schema");
        }

        @Override
        public String toString() {
            return file + " " + name;
        }
    }

    private OracleCrds() {}

    static Stream<Version> versions() {
        return files().flatMap(OracleCrds::versions);
    }

    private static Stream<Path> files() {
        Path folder = folder().resolve("crds");
        Assumptions.assumeTrue(
                Files.isDirectory(folder), "no published definitions here: set BUTLER_ORACLES to where they are");
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Stream<Version> versions(Path file) {
        JsonNode definition = Yaml.read(file);
        Stream.Builder<Version> versions = Stream.builder();
        definition
                .path("spec")
                .path("versions")
                .forEach(version -> versions.add(new Version(
                        file.getFileName().toString(), version.path("name").asText(), definition, version)));
        return versions.build();
    }

    private static Path folder() {
        return Optional.ofNullable(System.getenv("BUTLER_ORACLES"))
                .map(Path::of)
                .orElseGet(() -> ProjectRoot.find().resolve("../shared/oracles"));
    }
}
