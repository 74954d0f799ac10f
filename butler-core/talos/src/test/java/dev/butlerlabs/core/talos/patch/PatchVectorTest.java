package dev.butlerlabs.core.talos.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.butlerlabs.core.talos.config.MachineConfiguration;
import dev.butlerlabs.core.talos.testing.TalosOracles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Published pairs of configurations and patches. */
class PatchVectorTest {
    @TestFactory
    Stream<DynamicTest> mergesLikeTalos() throws IOException {
        Path folder = TalosOracles.folder("strategic-merge");
        try (Stream<Path> cases = Files.list(folder)) {
            return cases.sorted().toList().stream()
                    .map(example -> dynamicTest(
                            example.getFileName().toString(),
                            () -> assertThat(patched(example, "left.yaml", "right.yaml"))
                                    .isEqualTo(expected(example, "expected.yaml"))));
        }
    }

    @Test
    void appliesManyPatchesInTheirOrder() {
        Path folder = TalosOracles.folder("config-patch/apply");
        assertThat(patched(
                        folder,
                        "config.yaml",
                        "strategic1.yaml",
                        "jsonpatch1.yaml",
                        "jsonpatch2.yaml",
                        "strategic2.yaml",
                        "strategic3.yaml"))
                .isEqualTo(expected(folder, "expected.yaml"));
        assertThat(patched(folder, "config.yaml", "strategic4.yaml"))
                .isEqualTo(expected(folder, "expected_manifests.yaml"));
    }

    @Test
    void mergesManyDocuments() {
        Path folder = TalosOracles.folder("config-patch/multidoc");
        assertThat(patched(folder, "config.yaml", "strategic1.yaml", "strategic2.yaml", "strategic3.yaml"))
                .isEqualTo(expected(folder, "expected.yaml"));
    }

    @Test
    void appliesJsonOperationsToTheMainOfManyDocuments() {
        Path folder = TalosOracles.folder("config-patch/multidoc");
        List<Object> documents = patched(folder, "config.yaml", "jsonpatch.yaml");
        assertThat(documents).hasSize(3);
        assertThat(documents.getFirst().toString()).contains("addresses=[10.1.2.3/24]");
    }

    @Test
    void deletesKeysItemsAndDocuments() {
        Path folder = TalosOracles.folder("config-patch/patchdelete");
        assertThat(patched(folder, "config.yaml", "strategic1.yaml")).isEqualTo(expected(folder, "expected.yaml"));
        assertThat(patched(folder, "controlplane_orig.yaml", "strategic2.yaml", "strategic3.yaml", "strategic4.yaml"))
                .isEqualTo(expected(folder, "controlplane_expected.yaml"));
    }

    private static List<Object> patched(Path folder, String config, String... patches) {
        MachineConfiguration left =
                MachineConfiguration.parse(config, TalosOracles.text(folder.resolve(config)), Optional.empty());
        List<ConfigurationPatch> list = Arrays.stream(patches)
                .map(name -> ConfigurationPatch.parse(name, TalosOracles.text(folder.resolve(name))))
                .toList();
        return PatchApplier.apply(left, list).documents().stream()
                .map(TalosOracles::withoutNulls)
                .toList();
    }

    private static List<Object> expected(Path folder, String file) {
        return TalosOracles.documents(folder.resolve(file)).stream()
                .map(TalosOracles::withoutNulls)
                .toList();
    }
}
