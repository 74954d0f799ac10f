package dev.butlerlabs.core.gitops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.tree.UntypedTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KustomizationReaderTest {
    private static final String OBJECT = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s}\n";

    @TempDir
    private Path checkout;

    @Test
    void readsListedFilesAndDirectoriesOnly() throws IOException {
        write("kustomization.yaml", "resources: [a.yaml, sub]\n");
        write("a.yaml", OBJECT.formatted("a") + "---\n" + OBJECT.formatted("b"));
        write("ignored.yaml", OBJECT.formatted("x"));
        write("sub/kustomization.yml", "resources: [c.yaml]\n");
        write("sub/c.yaml", OBJECT.formatted("c"));

        assertThat(names(".")).isEqualTo("a b c");
    }

    @Test
    void readsAllFilesWithoutAKustomization() throws IOException {
        write("dir/a.yaml", OBJECT.formatted("a"));
        write("dir/sub/b.yml", OBJECT.formatted("b"));
        write("dir/notes.md", "# no YAML");

        assertThat(names("./dir")).isEqualTo("a b");
    }

    @Test
    void reportsAllProblemsAtOnce() throws IOException {
        write(
                "kustomization.yaml",
                "namePrefix: x-\nresources: [missing.yaml, ../out, 'https://git.example/a', bad.yaml]\n");
        write("bad.yaml", "kind: ConfigMap\n");

        assertThatThrownBy(() -> KustomizationReader.read(checkout, "."))
                .isInstanceOfSatisfying(
                        ButlerException.class,
                        failure -> assertThat(failure.problems())
                                .extracting(InputProblem::sentence)
                                .containsExactly(
                                        "field namePrefix is not supported by this comparison",
                                        "does not exist",
                                        "resource \"../out\" is not a file or directory of the checkout",
                                        "resource \"https://git.example/a\" is not a file or directory of the checkout",
                                        "apiVersion, kind and metadata.name are required"));
    }

    @Test
    void followsNoLinkOutOfTheCheckout(@TempDir Path outside) throws IOException {
        Files.writeString(outside.resolve("o.yaml"), OBJECT.formatted("o"));
        Files.createSymbolicLink(checkout.resolve("link"), outside);
        write("kustomization.yaml", "resources: [link]\n");

        assertThatThrownBy(() -> KustomizationReader.read(checkout, ".")).isInstanceOf(ButlerException.class);
        assertThatThrownBy(() -> KustomizationReader.read(checkout, "link")).isInstanceOf(ButlerException.class);
        assertThatThrownBy(() -> KustomizationReader.read(checkout, outside.toString()))
                .isInstanceOf(ButlerException.class);
    }

    @Test
    void endsWhenDirectoriesListEachOther() throws IOException {
        write("a/kustomization.yaml", "resources: [../b]\n");
        write("b/kustomization.yaml", "resources: [../a]\n");

        assertThatThrownBy(() -> KustomizationReader.read(checkout, "a"))
                .isInstanceOfSatisfying(
                        ButlerException.class,
                        failure -> assertThat(failure.problems())
                                .extracting(InputProblem::toString)
                                .containsExactly("a: is listed twice"));
    }

    private String names(String path) {
        return String.join(
                " ",
                KustomizationReader.read(checkout, path).stream()
                        .map(object -> UntypedTree.of(object).anyText("metadata.name"))
                        .toList());
    }

    private void write(String file, String text) throws IOException {
        Files.createDirectories(checkout.resolve(file).getParent());
        Files.writeString(checkout.resolve(file), text);
    }
}
