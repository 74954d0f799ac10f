package dev.butlerlabs.core.gitops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.tree.UntypedTree;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What each state of the objects means. */
class GitOpsStatusTest {
    private static final GitRepositorySource SOURCE =
            GitRepositorySourceTest.source("https://git.example/a", "main", "x");

    private final Map<FluxResource, UntypedTree> found = new EnumMap<>(FluxResource.class);

    @Test
    void showsARevisionWithoutProblems() {
        repository("True", "main@sha1:aa");
        kustomization("True", "main@sha1:aa");

        GitOpsStatus status = GitOpsStatus.of(found);

        assertThat(status.isEnabled()).isTrue();
        assertThat(status.objects()).extracting(FluxObjectStatus::problem).containsOnly(Optional.empty());
        assertThat(status.document()).containsEntry("branch", "main").containsEntry("path", "./x");
        assertThat(status.find(FluxResource.KUSTOMIZATION).orElseThrow().revision())
                .contains("main@sha1:aa");
    }

    @Test
    void showsProblemsFirst() {
        repository("True", "main@sha1:aa");
        kustomization("False", "main@sha1:aa");

        FluxObjectStatus first = GitOpsStatus.of(found).objects().getFirst();

        assertThat(first.object()).isEqualTo(FluxResource.KUSTOMIZATION);
        assertThat(first.problem()).contains("Why: how");
    }

    @Test
    void reportsARevisionThatIsNotAppliedYet() {
        repository("True", "main@sha1:bb");
        kustomization("True", "main@sha1:aa");

        assertThat(problem(FluxResource.KUSTOMIZATION))
                .contains("revision main@sha1:bb is fetched but not applied yet");
    }

    @Test
    void reportsMissingForeignSuspendedAndUnprocessedObjects() {
        assertThat(problem(FluxResource.GIT_REPOSITORY))
                .hasValueSatisfying(text -> assertThat(text).contains("does not exist"));

        object(FluxResource.GIT_REPOSITORY, Map.of("metadata", Map.of("name", "butler")));
        assertThat(problem(FluxResource.GIT_REPOSITORY)).contains("was not created by Butler");
        assertThat(GitOpsStatus.of(found).isDisabled()).isTrue();

        Map<String, Object> manifest = FluxManifests.gitRepository(SOURCE, Optional.empty());
        object(FluxResource.GIT_REPOSITORY, manifest);
        assertThat(problem(FluxResource.GIT_REPOSITORY)).contains("has no status yet; check that Flux is running");

        Map<String, Object> suspended = UntypedTree.of(manifest).copy();
        UntypedTree.put(suspended, "spec.suspend", true);
        object(FluxResource.GIT_REPOSITORY, suspended);
        assertThat(problem(FluxResource.GIT_REPOSITORY)).contains("is suspended; resume it with flux resume");

        repository("True", "main@sha1:aa");
        Map<String, Object> changed = found.get(FluxResource.GIT_REPOSITORY).copy();
        UntypedTree.put(changed, "metadata.generation", 3);
        UntypedTree.put(changed, "status.observedGeneration", 2);
        object(FluxResource.GIT_REPOSITORY, changed);
        assertThat(problem(FluxResource.GIT_REPOSITORY)).contains("the last change is not processed yet");
    }

    @Test
    void expectsASecretOnlyIfTheRepositoryUsesIt() {
        repository("True", "main@sha1:aa");
        assertThat(GitOpsStatus.of(found).find(FluxResource.SECRET)).isEmpty();

        object(FluxResource.GIT_REPOSITORY, FluxManifests.gitRepository(SOURCE, Optional.of("butler-git")));
        assertThat(problem(FluxResource.SECRET)).isPresent();
    }

    @Test
    void printsNoContentOfTheSecret() {
        repository("True", "main@sha1:aa");
        object(FluxResource.SECRET, FluxManifests.secret(Map.of("password", "d29yZA==")));

        assertThat(GitOpsStatus.of(found).document().toString()).doesNotContain("d29yZA");
        assertThat(GitOpsStatus.of(found).toString()).doesNotContain("d29yZA");
    }

    @Test
    void readsInventoryIds() {
        InventoryId id = InventoryId.parse("blue_demo_butler.butlerlabs.dev_TenantCluster");
        assertThat(id.text()).isEqualTo("TenantCluster blue/demo");
        assertThat(id.toString()).isEqualTo("blue_demo_butler.butlerlabs.dev_TenantCluster");
        assertThat(InventoryId.parse("_system__x_rbac.authorization.k8s.io_ClusterRole")
                        .name())
                .isEqualTo("system:x");
        assertThat(InventoryId.parse("nonsense").text()).isEqualTo("nonsense");
    }

    private Optional<String> problem(FluxResource type) {
        return GitOpsStatus.of(found).find(type).orElseThrow().problem();
    }

    private void repository(String ready, String revision) {
        Map<String, Object> tree = FluxManifests.gitRepository(SOURCE, Optional.empty());
        tree.put("status", Map.of("artifact", Map.of("revision", revision), "conditions", List.of(condition(ready))));
        object(FluxResource.GIT_REPOSITORY, tree);
    }

    private void kustomization(String ready, String revision) {
        Map<String, Object> tree = FluxManifests.kustomization(SOURCE);
        tree.put("status", Map.of("lastAppliedRevision", revision, "conditions", List.of(condition(ready))));
        object(FluxResource.KUSTOMIZATION, tree);
    }

    private static Map<String, Object> condition(String status) {
        return Map.of("type", "Ready", "status", status, "reason", "Why", "message", "how");
    }

    private void object(FluxResource type, Map<String, Object> tree) {
        found.put(type, UntypedTree.of(tree));
    }
}
