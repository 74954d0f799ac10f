package dev.butlerlabs.core.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubeconfigSearchTest {
    @TempDir
    private Path home;

    @Test
    void aNamedFileIsTheOnlyOneLookedAt() throws IOException {
        Path named = file("named");
        file(".kube/config");

        assertThat(search(Map.of("KUBECONFIG", home.resolve("other").toString()))
                        .find(Optional.of(named)))
                .containsExactly(named);
        assertFails(() -> search(Map.of()).find(Optional.of(home.resolve("absent"))), "absent");
    }

    @Test
    void theListOfKubeconfigIsTakenInOrderWithoutMissingFiles() throws IOException {
        Path first = file("first");
        Path third = file("third");
        String list = String.join(
                File.pathSeparator, first.toString(), home.resolve("second").toString(), "", third.toString());

        assertThat(search(Map.of("KUBECONFIG", list)).find(Optional.empty())).containsExactly(first, third);
    }

    @Test
    void aListOfWhichNothingExistsIsAMistakeAndNotPassedOver() throws IOException {
        file(".kube/config");

        assertFails(
                () -> search(Map.of("KUBECONFIG", home.resolve("gone").toString()))
                        .find(Optional.empty()),
                "gone");
    }

    @Test
    void theBootstrappedClusterComesBeforeTheUsersOwn() throws IOException {
        Path bootstrapped = file(".butler/prod-kubeconfig");
        file(".butler/prod-talosconfig");
        file(".kube/config");

        assertThat(search(Map.of()).find(Optional.empty())).containsExactly(bootstrapped);
    }

    @Test
    void aProvidersKubeconfigIsNotTakenForTheManagementCluster() throws IOException {
        file(".butler/harvester-kubeconfig");
        Path usual = file(".kube/config");

        assertThat(search(Map.of()).find(Optional.empty())).containsExactly(usual);
    }

    @Test
    void severalManagementClustersAreNamedUntilOneIsChosen() throws IOException {
        file(".butler/a-kubeconfig");
        file(".butler/a-talosconfig");
        Path second = file(".butler/b-kubeconfig");
        file(".butler/b-talosconfig");
        assertFails(() -> search(Map.of()).find(Optional.empty()), "a-kubeconfig", "b-kubeconfig");

        Files.writeString(home.resolve(".butler/current-cluster"), "b\n");

        assertThat(search(Map.of()).find(Optional.empty())).containsExactly(second);
    }

    @Test
    void theEnvironmentNamesTheDirectories() throws IOException {
        Path chosen = file("elsewhere/demo-kubeconfig");
        file("elsewhere/demo-talosconfig");
        Path usual = file("other-home/.kube/config");

        assertThat(search(Map.of("BUTLER_HOME", home.resolve("elsewhere").toString()))
                        .find(Optional.empty()))
                .containsExactly(chosen);
        assertThat(search(Map.of(
                                "BUTLER_HOME",
                                " ",
                                "HOME",
                                home.resolve("other-home").toString()))
                        .find(Optional.empty()))
                .containsExactly(usual);
    }

    @Test
    void whenNothingIsFoundEveryPlaceIsNamed() {
        assertFails(() -> search(Map.of()).find(Optional.empty()), "KUBECONFIG", ".butler", ".kube/config");
    }

    private static void assertFails(Runnable search, String... words) {
        assertThatThrownBy(search::run).isInstanceOfSatisfying(ButlerException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.NO_KUBECONFIG);
            assertThat(e.getMessage()).contains(words);
        });
    }

    private KubeconfigSearch search(Map<String, String> environment) {
        Function<String, Optional<String>> variables = name -> Optional.ofNullable(environment.get(name));
        return new KubeconfigSearch(variables.apply("KUBECONFIG"), UserDirectories.of(variables, home));
    }

    private Path file(String name) throws IOException {
        Path path = home.resolve(name);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, "kind: Config\n");
    }
}
