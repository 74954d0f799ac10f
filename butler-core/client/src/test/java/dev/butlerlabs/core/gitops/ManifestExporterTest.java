package dev.butlerlabs.core.gitops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.tree.UntypedTree;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What belongs into an export, and how it is written. */
class ManifestExporterTest {
    @Test
    void exportsWhatNoControllerCreates() {
        assertThat(isExported(Map.of("name", "a"))).isTrue();
        assertThat(isExported(Map.of("name", "a", "ownerReferences", List.of(Map.of("controller", true)))))
                .isFalse();
        assertThat(isExported(Map.of("name", "a", "ownerReferences", List.of(Map.of("name", "x")))))
                .as("an owner that is not its controller")
                .isTrue();
        assertThat(isExported(Map.of("name", "a", "deletionTimestamp", "2026-01-01T00:00:00Z")))
                .isFalse();
        assertThat(isExported(Map.of("name", "a", "labels", Map.of("butler.butlerlabs.dev/source", "builtin"))))
                .isFalse();
    }

    @Test
    void dropsWhatOthersWriteInMetadata() {
        Map<String, Object> exported = ManifestExporter.export(UntypedTree.of(Map.of(
                "apiVersion", "v1",
                "kind", "X",
                "metadata",
                        Map.of(
                                "name", "a",
                                "uid", "u",
                                "finalizers", List.of("f"),
                                "labels", Map.of("kustomize.toolkit.fluxcd.io/name", "x", "mine", "y"),
                                "annotations", Map.of("butler.butlerlabs.dev/owner", "x")),
                "spec", Map.of("b", 1, "a", Map.of("d", 1, "c", 2)),
                "status", Map.of("phase", "Ready"))));

        assertThat(exported.keySet()).containsExactly("apiVersion", "kind", "metadata", "spec");
        assertThat(exported.get("metadata")).isEqualTo(Map.of("name", "a", "labels", Map.of("mine", "y")));
        assertThat(exported.get("spec")).hasToString("{a={c=2, d=1}, b=1}");
    }

    @Test
    void keepsTheMarkOfANamespaceOnlyIfButlerSetIt() {
        assertThat(labels(Map.of("app.kubernetes.io/managed-by", "helm", "x", "y")))
                .isEmpty();
        assertThat(labels(Map.of("app.kubernetes.io/managed-by", "butler", "butler.butlerlabs.dev/team", "blue")))
                .contains(Map.of("app.kubernetes.io/managed-by", "butler", "butler.butlerlabs.dev/team", "blue"));
    }

    @Test
    void rejectsNamesThatLeaveTheDirectory() {
        Map<String, Object> hostile =
                Map.of("apiVersion", "v1", "kind", "X", "metadata", Map.of("name", "../../etc/x", "namespace", "a"));

        assertThatThrownBy(() -> RepositoryLayout.of("t", List.of(hostile), Object::toString))
                .isInstanceOf(ButlerException.class);
    }

    @Test
    void hidesTheValuesOfSecretsInDifferences() {
        assertThat(FieldComparison.between(
                        UntypedTree.of(Map.of("kind", "Secret", "data", Map.of("a", "eA=="))),
                        UntypedTree.of(Map.of("kind", "Secret", "data", Map.of("a", "eQ==", "b", "eg==")))))
                .extracting(FieldComparison.Difference::line)
                .containsExactly("~ data.a: (hidden) -> (hidden)", "+ data.b: (hidden)");
    }

    private static boolean isExported(Map<String, Object> metadata) {
        return ManifestExporter.isExported(UntypedTree.of(Map.of("metadata", metadata)));
    }

    private static Optional<Object> labels(Map<String, Object> stored) {
        return UntypedTree.of(
                        ManifestExporter.namespace("a", UntypedTree.of(Map.of("metadata", Map.of("labels", stored)))))
                .find("metadata.labels");
    }
}
