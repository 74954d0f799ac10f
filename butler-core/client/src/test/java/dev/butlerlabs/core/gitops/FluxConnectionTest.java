package dev.butlerlabs.core.gitops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.gitops.FluxObjectChange.Outcome;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Creates, repeats, changes and removes the objects in a cluster, also after interruptions and beside objects of others. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class FluxConnectionTest {
    private static final GitRepositorySource SOURCE =
            GitRepositorySourceTest.source("https://git.example/a", "main", "clusters/one");
    private static final GitCredentials TOKEN = new GitCredentials.Token("git", "word");
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Duration AT_ONCE = Duration.ofMillis(300);

    private final EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
    private final KubernetesClient client =
            new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"));
    private final FluxConnection flux = new FluxConnection(client);

    @BeforeAll
    void install() {
        FluxDefinitions.install(client);
    }

    @AfterEach
    void clean() {
        for (FluxResource type : FluxResource.values()) {
            var objects = client.genericKubernetesResources(type.context()).inNamespace(FluxResource.NAMESPACE);
            objects.list().getItems().forEach(object -> {
                object.getMetadata().setFinalizers(null);
                objects.resource(object).update();
                objects.withName(object.getMetadata().getName()).delete();
            });
        }
    }

    @AfterAll
    void close() {
        client.close();
        server.close();
    }

    @Test
    void createsAllObjectsAndChangesNothingWhenRepeated() {
        assertThat(outcomes(flux.enable(SOURCE, TOKEN)))
                .containsExactly(Outcome.CREATED, Outcome.CREATED, Outcome.CREATED);

        assertThat(outcomes(flux.enable(SOURCE, TOKEN)))
                .containsExactly(Outcome.UNCHANGED, Outcome.UNCHANGED, Outcome.UNCHANGED);
        assertThat(stored(FluxResource.GIT_REPOSITORY).anyText("spec.secretRef.name"))
                .isEqualTo("butler-git");
        assertThat(stored(FluxResource.KUSTOMIZATION).map("spec"))
                .containsEntry("path", "./clusters/one")
                .containsEntry("prune", false);
    }

    @Test
    void keepsStoredCredentialsAndMetadataOfOthers() {
        flux.enable(SOURCE, TOKEN);
        change(
                FluxResource.KUSTOMIZATION,
                object -> object.getMetadata().setFinalizers(List.of("finalizers.fluxcd.io")));

        GitRepositorySource other = GitRepositorySourceTest.source("https://git.example/a", "next", "clusters/one");
        assertThat(outcomes(flux.enable(other, new GitCredentials.Stored())))
                .containsExactly(Outcome.CHANGED, Outcome.UNCHANGED);

        assertThat(stored(FluxResource.GIT_REPOSITORY).anyText("spec.ref.branch"))
                .isEqualTo("next");
        assertThat(stored(FluxResource.GIT_REPOSITORY).anyText("spec.secretRef.name"))
                .isEqualTo("butler-git");
        assertThat(stored(FluxResource.KUSTOMIZATION).items("metadata.finalizers"))
                .hasSize(1);
    }

    @Test
    void keepsASuspendedKustomizationSuspended() {
        flux.enable(SOURCE, TOKEN);
        change(FluxResource.KUSTOMIZATION, object -> {
            Map<String, Object> spec = new HashMap<>(object.<Map<String, Object>>get("spec"));
            spec.put("suspend", true);
            object.setAdditionalProperty("spec", spec);
        });

        assertThat(outcomes(flux.enable(SOURCE, TOKEN))).containsOnly(Outcome.UNCHANGED);

        assertThat(stored(FluxResource.KUSTOMIZATION).isTrue("spec.suspend")).isTrue();
    }

    @Test
    void deletesTheSecretWhenItIsNoLongerUsed() {
        flux.enable(SOURCE, TOKEN);

        assertThat(outcomes(flux.enable(SOURCE, new GitCredentials.Anonymous())))
                .containsExactly(Outcome.CHANGED, Outcome.UNCHANGED, Outcome.DELETED);

        assertThat(find(FluxResource.SECRET)).isEmpty();
        assertThat(stored(FluxResource.GIT_REPOSITORY).has("spec.secretRef")).isFalse();
    }

    @Test
    void neverChangesObjectsOfOthers() {
        client.resource(object(FluxResource.GIT_REPOSITORY, Map.of("url", "https://other.example/x")))
                .create();
        client.resource(object(FluxResource.KUSTOMIZATION, Map.of("path", "./x")))
                .create();

        assertThatThrownBy(() -> flux.enable(SOURCE, TOKEN)).isInstanceOfSatisfying(ButlerException.class, failure -> {
            assertThat(failure.code()).isEqualTo(ErrorCode.CONFLICT);
            assertThat(failure.getMessage())
                    .contains("GitRepository flux-system/butler, Kustomization flux-system/butler exist");
            assertThat(failure.hint()).contains("butler.butlerlabs.dev/gitops=true");
        });
        assertThatThrownBy(() -> flux.disable(false, LIMIT)).isInstanceOf(ButlerException.class);

        assertThat(find(FluxResource.SECRET)).isEmpty();
        assertThat(stored(FluxResource.GIT_REPOSITORY).anyText("spec.url")).isEqualTo("https://other.example/x");
        assertThat(flux.status().isDisabled()).isTrue();
    }

    @Test
    void refusesWithoutFluxAndNamesTheFix() {
        try (EmbeddedApiServer bare = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
                KubernetesClient other =
                        new KubeConnector("test").connect(Kubeconfig.parse(bare.kubeconfig(), "bare"))) {
            assertThatThrownBy(() -> new FluxConnection(other).enable(SOURCE, TOKEN))
                    .isInstanceOfSatisfying(ButlerException.class, failure -> {
                        assertThat(failure.code()).isEqualTo(ErrorCode.NOT_READY);
                        assertThat(failure.getMessage()).contains("gitrepositories.source.toolkit.fluxcd.io");
                        assertThat(failure.hint()).contains("addon install flux");
                    });
            assertThat(other.secrets().inAnyNamespace().list().getItems()).isEmpty();
            assertThat(new FluxConnection(other).disable(false, LIMIT)).isEmpty();
        }
    }

    @Test
    void resumesAfterAnInterruptionAtAnyWrite() {
        int writes = 0;
        for (boolean finished = false; !finished; writes++) {
            clean();
            finished = interrupted(writes, connection -> connection.enable(SOURCE, TOKEN));
            flux.enable(SOURCE, TOKEN);
            assertThat(flux.status().isEnabled()).isTrue();
            assertThat(outcomes(flux.enable(SOURCE, TOKEN))).containsOnly(Outcome.UNCHANGED);
        }
        assertThat(writes).isGreaterThan(3);
    }

    @Test
    void resumesARemovalAfterAnInterruptionAtAnyWrite() {
        int writes = 0;
        for (boolean finished = false; !finished; writes++) {
            flux.enable(new GitRepositorySource(SOURCE.url(), "main", "", Duration.ofMinutes(1), true), TOKEN);
            finished = interrupted(writes, connection -> connection.disable(false, LIMIT));
            flux.disable(false, LIMIT);
            assertThat(flux.status().isDisabled()).isTrue();
            assertThat(find(FluxResource.SECRET)).isEmpty();
        }
        assertThat(writes).isGreaterThan(4);
    }

    @Test
    void switchesPruningOffBeforeTheKustomizationIsDeleted() {
        flux.enable(new GitRepositorySource(SOURCE.url(), "main", "", Duration.ofMinutes(1), true), TOKEN);
        change(
                FluxResource.KUSTOMIZATION,
                object -> object.getMetadata().setFinalizers(List.of("finalizers.fluxcd.io")));

        assertThatThrownBy(() -> flux.disable(false, AT_ONCE))
                .isInstanceOfSatisfying(ButlerException.class, failure -> {
                    assertThat(failure.code()).isEqualTo(ErrorCode.TIMEOUT);
                    assertThat(failure.hint()).contains("Flux is running");
                });

        assertThat(stored(FluxResource.KUSTOMIZATION).isTrue("spec.prune")).isFalse();
        assertThat(stored(FluxResource.KUSTOMIZATION).has("metadata.deletionTimestamp"))
                .isTrue();
        assertThat(find(FluxResource.GIT_REPOSITORY))
                .as("kept until Flux is done")
                .isPresent();

        change(FluxResource.KUSTOMIZATION, object -> object.getMetadata().setFinalizers(null));
        assertThat(flux.disable(false, LIMIT).stream().map(FluxObjectChange::line))
                .containsExactly("GitRepository flux-system/butler deleted", "Secret flux-system/butler-git deleted");
    }

    @Test
    void prunesOnRequestAlsoASuspendedKustomization() {
        flux.enable(SOURCE, TOKEN);
        change(FluxResource.KUSTOMIZATION, object -> {
            object.getMetadata().setFinalizers(List.of("finalizers.fluxcd.io"));
            object.setAdditionalProperty("spec", Map.of("prune", false, "suspend", true));
        });

        assertThatThrownBy(() -> flux.disable(true, AT_ONCE)).isInstanceOf(ButlerException.class);

        assertThat(stored(FluxResource.KUSTOMIZATION).map("spec")).containsOnly(Map.entry("prune", true));
    }

    @Test
    void usesAnExistingSecretWithTheRightKeys() {
        assertThatThrownBy(() -> flux.enable(SOURCE, new GitCredentials.Existing("mine")))
                .isInstanceOfSatisfying(
                        ButlerException.class,
                        failure -> assertThat(failure.problems().toString())
                                .contains("Secret flux-system/mine does not exist"));
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace(FluxResource.NAMESPACE)
                        .withName("mine")
                        .endMetadata()
                        .addToStringData("password", "x")
                        .build())
                .create();

        flux.enable(SOURCE, new GitCredentials.Existing("mine"));
        flux.disable(false, LIMIT);

        assertThat(client.secrets()
                        .inNamespace(FluxResource.NAMESPACE)
                        .withName("mine")
                        .get())
                .isNotNull();
    }

    @Test
    void reportsAllProblemsOfTheInputAndWritesNothing() {
        assertThatThrownBy(() -> flux.enable(GitRepositorySourceTest.source("ssh://git.example/a", "a b", ".."), TOKEN))
                .isInstanceOfSatisfying(
                        ButlerException.class,
                        failure -> assertThat(failure.problems()).hasSize(3));
        assertThat(flux.status().isDisabled()).isTrue();
    }

    /** Runs with a client that fails after some writes; returns whether it did not fail. */
    private boolean interrupted(int writes, Consumer<FluxConnection> action) {
        AtomicInteger left = new AtomicInteger(writes);
        try (KubernetesClient fenced = KubeConnector.fenced(client, () -> left.getAndDecrement() > 0)) {
            action.accept(new FluxConnection(fenced));
            return true;
        } catch (ButlerException e) {
            assertThat(left.get()).as("stopped by the fence, not by %s", e).isNegative();
            return false;
        }
    }

    private void change(FluxResource type, Consumer<GenericKubernetesResource> change) {
        GenericKubernetesResource object = client.genericKubernetesResources(type.context())
                .inNamespace(FluxResource.NAMESPACE)
                .withName(type.objectName())
                .require();
        change.accept(object);
        client.resource(object).update();
    }

    private Optional<UntypedTree> find(FluxResource type) {
        return new FluxObjectRepository(client).find(type);
    }

    private UntypedTree stored(FluxResource type) {
        return find(type).orElseThrow();
    }

    private static GenericKubernetesResource object(FluxResource type, Map<String, Object> spec) {
        GenericKubernetesResource object = new GenericKubernetesResource();
        object.setApiVersion(type.apiVersion());
        object.setKind(type.kind());
        object.setMetadata(new ObjectMetaBuilder()
                .withNamespace(FluxResource.NAMESPACE)
                .withName(type.objectName())
                .build());
        object.setAdditionalProperty("spec", spec);
        return object;
    }

    private static List<Outcome> outcomes(List<FluxObjectChange> changes) {
        return changes.stream().map(FluxObjectChange::outcome).toList();
    }
}
