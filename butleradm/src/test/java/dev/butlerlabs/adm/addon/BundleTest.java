package dev.butlerlabs.adm.addon;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the addons of a file need from elsewhere, told without asking anybody. */
@Tag("slow")
class BundleTest {
    private static final Path EXAMPLE = ProjectRoot.find().resolve("configs/examples/bootstrap-nutanix.yaml");

    private static ToolRun bundle(Path file, String... more) {
        List<String> words = new ArrayList<>(List.of("addon", "bundle", "-c", file.toString()));
        words.addAll(List.of(more));
        return AddonBench.BUTLERADM.run(words.toArray(String[]::new));
    }

    @Test
    void listsChartsImagesAndManifestsWithTheirVersions() {
        ToolRun run = bundle(EXAMPLE, "-o", "name");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out().lines())
                .doesNotHaveDuplicates()
                .contains(
                        "docker.io/alpine/helm:3.17.0",
                        "https://charts.jetstack.io/cert-manager:v1.16.2",
                        "quay.io/jetstack/cert-manager-webhook:v1.16.2",
                        "oci://ghcr.io/butlerdotdev/charts/steward:0.4.0",
                        "ghcr.io/butlerdotdev/butler-controllers:0.1.0",
                        "https://github.com/kubernetes-sigs/gateway-api/releases/download/v1.2.1/experimental-install.yaml")
                .noneMatch(line -> line.contains("${") || line.contains("packed"));
    }

    @Test
    void saysOfWhichAddonsNotEveryImageIsKnown() throws IOException {
        ToolRun table = bundle(EXAMPLE);
        assertThat(table.err())
                .contains("images that are not listed: cilium", "Addons without any known image: ", "flux");
        JsonNode document =
                new ObjectMapper().readTree(bundle(EXAMPLE, "-o", "json", "-q").out());
        assertThat(document.path("imagesUnknown")).extracting(JsonNode::asText).contains("flux");
        assertThat(document.path("imagesIncomplete"))
                .extracting(JsonNode::asText)
                .contains("cilium", "longhorn");
        assertThat(document.path("imagesUnknown"))
                .extracting(JsonNode::asText)
                .doesNotContain("kube-vip", "butler-crds");
    }

    @Test
    void showsImagesByTheMirrorsOfTheFileAndOfTheCommand(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(
                folder.resolve("bootstrap.yaml"), Files.readString(EXAMPLE).replace("\ntalos:\n", """

                talos:
                  configPatches:
                    - op: add
                      path: /machine/registries/mirrors
                      value: '{"ghcr.io": {"endpoints": ["https://mirror.example.test/v2/ghcr"]}}'
                    - op: add
                      path: /machine/registries/mirrors/registry.k8s.io
                      value: '{"endpoints": []}'
                    - op: add
                      path: /machine/registries/mirrors/registry.k8s.io/endpoints/-
                      value: '"http://192.0.2.9:5000"'
                """));
        ToolRun run = bundle(file, "--registry-mirror", "quay.io=https://quay.example.test", "-o", "json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode items = new ObjectMapper().readTree(run.out()).path("items");
        assertThat(items)
                .extracting(item -> item.path("mirror").asText())
                .contains(
                        "mirror.example.test/ghcr/butlerdotdev/steward:0.4.0",
                        "192.0.2.9:5000/kubectl:v1.32.1",
                        "quay.example.test/cilium/cilium:v1.17.0");
        assertThat(items)
                .filteredOn(item -> item.path("kind").asText().equals("chart"))
                .noneMatch(item -> item.has("mirror"));
    }

    @Test
    void namesEveryMirrorItDoesNotUnderstand() {
        ToolRun run = bundle(EXAMPLE, "--registry-mirror", "quay.io", "--registry-mirror", "ghcr.io=nowhere");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains("invalid mirror \"quay.io\"", "invalid mirror \"ghcr.io=nowhere\"");
    }

    @Test
    void needsAFileThatCanBeRead(@TempDir Path folder) {
        assertThat(AddonBench.BUTLERADM.run("addon", "bundle").exitCode()).isEqualTo(2);
        assertThat(bundle(folder.resolve("absent.yaml")).exitCode()).isEqualTo(3);
    }
}
