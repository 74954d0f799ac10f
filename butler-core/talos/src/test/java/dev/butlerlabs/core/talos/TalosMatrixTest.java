package dev.butlerlabs.core.talos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.talos.testing.TalosOracles;
import dev.butlerlabs.core.version.MinorVersion;
import dev.butlerlabs.core.version.ReleaseVersion;
import dev.butlerlabs.core.version.TalosMinor;
import dev.butlerlabs.core.version.VersionList;
import dev.butlerlabs.core.version.VersionListSource;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the version list with the cases that Talos tests its own compatibility rules with. */
class TalosMatrixTest {
    private static final VersionList LIST = VersionListSource.builtIn();

    static Stream<JsonNode> kubernetes() throws IOException {
        return vectors("kubernetesSupportedWithTalos", 82);
    }

    static Stream<JsonNode> upgrades() throws IOException {
        return vectors("talosUpgradeableFrom", 106);
    }

    private static Stream<JsonNode> vectors(String name, int count) throws IOException {
        JsonNode cases = new ObjectMapper()
                .readTree(TalosOracles.folder("../talos-matrix")
                        .resolve("vectors.json")
                        .toFile())
                .get(name);
        assertThat(cases).hasSize(count);
        return StreamSupport.stream(cases.spliterator(), false);
    }

    @ParameterizedTest
    @MethodSource("kubernetes")
    void agreesOnKubernetes(JsonNode vector) {
        assertOutcome(vector, talos -> talos.kubernetesObjection(minor(vector, "kubernetesVersion")));
    }

    @ParameterizedTest
    @MethodSource("upgrades")
    void agreesOnUpgrades(JsonNode vector) {
        assertOutcome(vector, talos -> talos.hostObjection(minor(vector, "host")));
    }

    private static void assertOutcome(JsonNode vector, Function<TalosMinor, Optional<String>> rule) {
        String expected = vector.path("expectedError").asText("");
        Optional<TalosMinor> talos = LIST.talos(minor(vector, "target"));
        if (expected.contains("not supported")) {
            assertThat(talos).isEmpty();
        } else {
            assertThat(rule.apply(talos.orElseThrow()).isEmpty()).isEqualTo(expected.isEmpty());
        }
    }

    private static MinorVersion minor(JsonNode vector, String field) {
        return ReleaseVersion.find(vector.get(field).asText()).orElseThrow().minorVersion();
    }
}
