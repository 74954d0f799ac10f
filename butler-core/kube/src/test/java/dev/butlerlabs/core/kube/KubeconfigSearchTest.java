package dev.butlerlabs.core.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
                        .select(Optional.of(named), Optional.empty())
                        .files())
                .containsExactly(named);
        assertFails(() -> search(Map.of()).select(Optional.of(home.resolve("absent")), Optional.empty()), "absent");
    }

    @Test
    void theListOfKubeconfigIsTakenInOrderWithoutMissingFiles() throws IOException {
        Path first = file("first");
        Path third = file("third");
        String list = String.join(
                File.pathSeparator, first.toString(), home.resolve("second").toString(), "", third.toString());

        assertThat(search(Map.of("KUBECONFIG", list))
                        .select(Optional.empty(), Optional.empty())
                        .files())
                .containsExactly(first, third);
    }

    @Test
    void aListOfWhichNothingExistsIsAMistakeAndNotPassedOver() throws IOException {
        file(".kube/config");

        assertFails(
                () -> search(Map.of("KUBECONFIG", home.resolve("gone").toString()))
                        .select(Optional.empty(), Optional.empty())
                        .files(),
                "gone");
    }

    @Test
    void theBootstrappedClusterComesBeforeTheUsersOwn() throws IOException {
        Path bootstrapped = file(".butler/prod-kubeconfig");
        file(".butler/prod-talosconfig");
        file(".kube/config");

        assertThat(search(Map.of()).select(Optional.empty(), Optional.empty()).files())
                .containsExactly(bootstrapped);
    }

    @Test
    void aProvidersKubeconfigIsNotTakenForTheManagementCluster() throws IOException {
        file(".butler/harvester-kubeconfig");
        Path usual = file(".kube/config");

        assertThat(search(Map.of()).select(Optional.empty(), Optional.empty()).files())
                .containsExactly(usual);
    }

    @Test
    void severalManagementClustersAreNamedUntilOneIsChosen() throws IOException {
        file(".butler/a-kubeconfig");
        file(".butler/a-talosconfig");
        Path second = file(".butler/b-kubeconfig");
        file(".butler/b-talosconfig");
        assertFails(
                () -> search(Map.of())
                        .select(Optional.empty(), Optional.empty())
                        .files(),
                "a, b");

        Files.writeString(home.resolve(".butler/current-cluster"), "b\n");

        assertThat(search(Map.of()).select(Optional.empty(), Optional.empty()).files())
                .containsExactly(second);
    }

    @Test
    void theEnvironmentNamesTheDirectories() throws IOException {
        Path chosen = file("elsewhere/demo-kubeconfig");
        file("elsewhere/demo-talosconfig");
        Path usual = file("other-home/.kube/config");

        assertThat(search(Map.of("BUTLER_HOME", home.resolve("elsewhere").toString()))
                        .select(Optional.empty(), Optional.empty())
                        .files())
                .containsExactly(chosen);
        assertThat(search(Map.of(
                                "BUTLER_HOME",
                                " ",
                                "HOME",
                                home.resolve("other-home").toString()))
                        .select(Optional.empty(), Optional.empty())
                        .files())
                .containsExactly(usual);
    }

    @Test
    void whenNothingIsFoundEveryPlaceIsNamed() {
        assertFails(
                () -> search(Map.of())
                        .select(Optional.empty(), Optional.empty())
                        .files(),
                "KUBECONFIG",
                ".butler",
                ".kube/config");
    }

    @Test
    void aNameSelectsAManagementClusterOrAKubeconfigContext() throws IOException {
        Path prod = cluster("prod", "admin@prod");
        cluster("test", "admin@test");
        Path usual = kubeconfig(".kube/config", "dev", "laptop");

        assertThat(byName(Map.of(), "prod"))
                .isEqualTo(
                        new ContextSelection(List.of(prod), Optional.of("admin@prod"), ContextSource.CONTEXT_OPTION));
        assertThat(byName(Map.of(), "admin@prod").files()).containsExactly(prod);
        assertThat(byName(Map.of(), "cluster/prod").files()).containsExactly(prod);
        assertThat(byName(Map.of(), "laptop"))
                .isEqualTo(new ContextSelection(List.of(usual), Optional.of("laptop"), ContextSource.CONTEXT_OPTION));
    }

    @Test
    void kubeconfigContextsOfAnExplicitListComeBeforeClustersOfTheSameName() throws IOException {
        Path cluster = cluster("prod", "admin@prod");
        Path listed = kubeconfig("listed", "prod");
        Map<String, String> environment = Map.of("KUBECONFIG", listed.toString());

        assertThat(byName(environment, "prod").files()).containsExactly(listed);
        assertThat(byName(environment, "cluster/prod").files()).containsExactly(cluster);
        assertThat(byName(environment, "admin@prod").files()).containsExactly(cluster);
    }

    @Test
    void theOrderIsOptionVariableListChoiceOnlyClusterDefault() throws IOException {
        kubeconfig(".kube/config", "dev");
        assertThat(source(Map.of())).isEqualTo(ContextSource.DEFAULT_KUBECONFIG);

        cluster("prod", "admin@prod");
        assertThat(source(Map.of())).isEqualTo(ContextSource.ONLY_CLUSTER);

        search(Map.of()).choose("dev");
        assertThat(source(Map.of())).isEqualTo(ContextSource.CHOSEN);
        assertThat(search(Map.of()).select(Optional.empty(), Optional.empty()).context())
                .contains("dev");

        String listed = kubeconfig("listed", "other").toString();
        assertThat(source(Map.of("KUBECONFIG", listed))).isEqualTo(ContextSource.KUBECONFIG_VARIABLE);
        assertThat(source(Map.of("KUBECONFIG", listed, "BUTLER_CONTEXT", "prod")))
                .isEqualTo(ContextSource.CONTEXT_VARIABLE);
    }

    @Test
    void aChoiceIsKeptWithItsFilesUntilItIsForgotten() throws IOException {
        Path listed = kubeconfig("listed", "far");
        search(Map.of("KUBECONFIG", listed.toString())).choose("kubeconfig/far");

        assertThat(search(Map.of()).select(Optional.empty(), Optional.empty()))
                .isEqualTo(new ContextSelection(List.of(listed), Optional.of("far"), ContextSource.CHOSEN));

        Files.delete(listed);
        assertFails(() -> search(Map.of()).select(Optional.empty(), Optional.empty()), "kubeconfig/far", "no longer");

        search(Map.of()).forgetChoice();
        assertThat(search(Map.of()).choice()).isEmpty();
    }

    @Test
    void anAmbiguousNameIsNotChosen() throws IOException {
        cluster("prod", "admin@prod");
        kubeconfig(".kube/config", "prod");

        assertThatThrownBy(() -> search(Map.of()).choose("prod")).isInstanceOfSatisfying(ButlerException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.INVALID_INPUT);
            assertThat(e.hint()).contains("cluster/prod", "kubeconfig/prod");
        });
        assertThat(search(Map.of()).choice()).isEmpty();
    }

    @Test
    void anUnknownNameIsAnsweredWithTheClosestOne() throws IOException {
        cluster("prod", "admin@prod");
        kubeconfig(".kube/config", "laptop");

        assertThatThrownBy(() -> search(Map.of()).choose("prd")).isInstanceOfSatisfying(ButlerException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(e.hint()).isEqualTo("Did you mean \"prod\"? Use one of the available contexts: laptop, prod.");
        });
        assertThatThrownBy(() -> byName(Map.of(), "labtop")).isInstanceOfSatisfying(ButlerException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.INVALID_INPUT);
            assertThat(e).hasMessageMatching("Context \"labtop\" not found in .*\\.butler or .*\\.kube/config\\.");
            assertThat(e.hint()).startsWith("Did you mean \"laptop\"?");
        });
    }

    @Test
    void anUnreadableFileDoesNotHideTheOtherContexts() throws IOException {
        cluster("prod", "admin@prod");
        Files.writeString(file(".kube/config"), "[not a kubeconfig");

        assertThat(search(Map.of()).contexts())
                .extracting(KnownContext::qualifiedName)
                .containsExactly("cluster/prod");
    }

    @Test
    void concurrentChoicesLeaveOneOfThem() throws Exception {
        cluster("a", "admin@a");
        cluster("b", "admin@b");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> choices = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                String name = i % 2 == 0 ? "a" : "b";
                choices.add(threads.submit(() -> search(Map.of()).choose(name)));
                choices.add(threads.submit(() -> search(Map.of())
                        .choice()
                        .ifPresent(choice -> assertThat(choice).isIn("cluster/a", "cluster/b"))));
            }
            for (Future<?> choice : choices) {
                choice.get();
            }
        }
        assertThat(search(Map.of()).choice()).isPresent();
    }

    private ContextSelection byName(Map<String, String> environment, String name) {
        return search(environment).select(Optional.empty(), Optional.of(name));
    }

    private ContextSource source(Map<String, String> environment) {
        return search(environment).select(Optional.empty(), Optional.empty()).source();
    }

    private Path cluster(String name, String context) throws IOException {
        file(".butler/" + name + "-talosconfig");
        return kubeconfig(".butler/" + name + "-kubeconfig", context);
    }

    private Path kubeconfig(String file, String... contexts) throws IOException {
        Kubeconfig content = Kubeconfig.empty();
        for (String context : contexts) {
            content = content.merge(
                    Kubeconfig.of(context, Map.of("server", "https://" + context + ":6443"), Map.of("token", "t")));
        }
        return Files.writeString(file(file), content.toYaml());
    }

    private static void assertFails(Runnable search, String... words) {
        assertThatThrownBy(search::run).isInstanceOfSatisfying(ButlerException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.NO_KUBECONFIG);
            assertThat(e.getMessage()).contains(words);
        });
    }

    private KubeconfigSearch search(Map<String, String> environment) {
        Function<String, Optional<String>> variables = name -> Optional.ofNullable(environment.get(name));
        return new KubeconfigSearch(variables, UserDirectories.of(variables, home));
    }

    private Path file(String name) throws IOException {
        Path path = home.resolve(name);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, "kind: Config\n");
    }
}
