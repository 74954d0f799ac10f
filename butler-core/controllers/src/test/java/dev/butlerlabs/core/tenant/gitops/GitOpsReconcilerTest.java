package dev.butlerlabs.core.tenant.gitops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.api.TenantClusterStatusBuilder;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.gitops.GitCredentials;
import dev.butlerlabs.core.gitops.GitRepositorySource;
import dev.butlerlabs.core.gitops.TenantRepository;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.ReconcileFilter;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.reconcile.Steps;
import dev.butlerlabs.core.tenant.change.TenantGitOpsClient;
import dev.butlerlabs.core.testing.FluxDefinitionTexts;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A repository in the spec becomes objects in the tenant cluster, whether a user or the command set it. */
@Tag("slow")
class GitOpsReconcilerTest {
    private static final ObjectName DEMO = new ObjectName("blue", "demo");
    private static final Duration PACE = Duration.ofSeconds(1);
    private static final GitRepositorySource SOURCE = new GitRepositorySource(
            "https://git.example/demo", "main", "apps", GitRepositorySource.DEFAULT_INTERVAL, false);

    private final EmbeddedApiServer managementServer = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
            .withDefinitions(new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
    private final EmbeddedApiServer tenantServer = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
    private final KubernetesClient management = connect(managementServer);
    private final KubernetesClient tenant = connect(tenantServer);
    private final GitOpsStep step = new GitOpsStep(management, _ -> connect(tenantServer), PACE);
    private final GitOpsReconciler reconciler = new GitOpsReconciler(management, _ -> connect(tenantServer), PACE);

    private static KubernetesClient connect(EmbeddedApiServer server) {
        return new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"));
    }

    @BeforeEach
    void createCluster() {
        namespace(management, "blue");
        namespace(tenant, "flux-system");
        management.resource("""
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: TenantCluster
                metadata: {name: demo, namespace: blue}
                spec: {kubernetesVersion: v1.31.0, workers: {replicas: 1}}
                """).create();
    }

    @AfterEach
    void close() {
        management.close();
        tenant.close();
        managementServer.close();
        tenantServer.close();
    }

    @Test
    void waitsForFlux() {
        enable(new GitCredentials.Anonymous());

        assertThat(step.run(cluster()).reason()).isEqualTo("FluxMissing");
    }

    @Test
    void commandAndFieldGiveTheSameObjects() {
        installFlux();
        enable(new GitCredentials.Token("git", "word"));
        assertThat(step.run(cluster()).reason()).isEqualTo("GitOpsNotReady");
        List<Map<String, Object>> byCommand = objects();

        new TenantGitOpsClient(management).disable(DEMO);
        assertThat(step.run(cluster()).reason()).isEqualTo(GitOpsStep.DISABLED);
        assertThat(objects()).isEmpty();

        secret("mine", Map.of("butler.butlerlabs.dev/gitops-credentials", "true"));
        field("{url: https://git.example/demo, path: apps, secretRef: {name: mine}}");
        step.run(cluster());

        assertThat(objects()).isEqualTo(byCommand).hasSize(3);
    }

    @Test
    void reportsWhatFluxAppliesAndWhatFails() {
        installFlux();
        field("{url: https://git.example/demo}");
        step.run(cluster());
        status("GitRepository", "source.toolkit.fluxcd.io", "gitrepositories", "True", "x");
        status("Kustomization", "kustomize.toolkit.fluxcd.io", "kustomizations", "False", "apply failed");

        assertThat(step.run(cluster()).message()).isEqualTo("Kustomization flux-system/butler: Why: apply failed");

        status("Kustomization", "kustomize.toolkit.fluxcd.io", "kustomizations", "True", "x");
        assertThat(step.run(cluster()))
                .isEqualTo(StepResult.done("RepositoryApplied", "Flux applies revision main@sha1:aa."));
    }

    @Test
    void copiesOnlySecretsThatPermitIt() {
        installFlux();
        secret("credentials", Map.of());
        field("{url: https://git.example/demo, secretRef: {name: credentials}}");

        assertThat(step.run(cluster()))
                .isInstanceOf(StepResult.Failed.class)
                .extracting(StepResult::reason)
                .isEqualTo("GitCredentialsNotPermitted");
        assertThat(objects()).isEmpty();

        field("{url: https://git.example/demo, secretRef: {name: missing}}");
        assertThat(step.run(cluster()).reason()).isEqualTo("GitCredentialsMissing");
    }

    @Test
    void leavesObjectsOfOthers() {
        installFlux();
        field("{url: https://git.example/demo}");
        tenant.resource("""
                apiVersion: source.toolkit.fluxcd.io/v1
                kind: GitRepository
                metadata: {name: butler, namespace: flux-system}
                spec: {url: https://other.example}
                """).create();

        assertThat(step.run(cluster()))
                .isInstanceOf(StepResult.Failed.class)
                .extracting(StepResult::reason)
                .isEqualTo("FluxObjectsNotOwned");
        assertThat(objects()).hasSize(1);
    }

    @Test
    void namesTheFieldsOfAnInvalidRepository() {
        installFlux();
        field("{url: git@git.example:demo, path: ../x}");

        assertThat(step.run(cluster()).message())
                .contains("spec.addons.gitops.repository.url: ", "spec.addons.gitops.repository.path: ");
    }

    @Test
    void concernsRunningClustersWithARepositoryOrARemainingCondition() {
        TenantCluster cluster = cluster();
        cluster.setStatus(running());
        assertThat(reconciler.concern(cluster)).isEqualTo(ReconcileFilter.FOREIGN);

        field("{url: https://git.example/demo}");
        cluster = cluster();
        assertThat(reconciler.concern(cluster)).as("not running yet").isEqualTo(ReconcileFilter.FOREIGN);
        cluster.setStatus(running());
        assertThat(reconciler.concern(cluster)).isEqualTo(ReconcileFilter.OURS);
    }

    @Test
    void removesTheConditionWithTheObjects() {
        installFlux();
        TenantCluster cluster = cluster();
        cluster.setStatus(TenantClusterStatusBuilder.builder(running())
                .conditions(ConditionEditor.set(
                        List.of(), TenantRepository.CONDITION, "True", "RepositoryApplied", "", 1, Instant.EPOCH))
                .build());
        assertThat(reconciler.concern(cluster)).isEqualTo(ReconcileFilter.OURS);

        TenantClusterStatus status = reconciler.status(
                cluster,
                cluster,
                new Steps<>(reconciler.steps()).run(cluster, cluster.getStatus().conditions(), 2, Instant.EPOCH));

        assertThat(status.conditions()).isEmpty();
    }

    @Test
    void leavesTheConditionOfAPausedCluster() {
        TenantCluster cluster = cluster();
        cluster.setStatus(TenantClusterStatusBuilder.builder(running())
                .conditions(ConditionEditor.set(
                        List.of(), TenantRepository.CONDITION, "True", "RepositoryApplied", "", 1, Instant.EPOCH))
                .build());

        TenantClusterStatus status = reconciler.status(
                cluster, cluster, Steps.paused(cluster.getStatus().conditions(), 2, Instant.EPOCH));

        assertThat(status.conditions().getFirst().getObservedGeneration()).isEqualTo(1);
    }

    @Test
    void reconcilesTheClustersThatUseAChangedSecret() {
        field("{url: https://git.example/demo, secretRef: {name: mine}}");
        reconciler.scope(cluster());

        assertThat(reconciler.dependentsOf(secret("mine", Map.of()))).containsExactly(DEMO);
        assertThat(reconciler.dependentsOf(secret("other", Map.of()))).isEmpty();
    }

    @Test
    void settingARepositoryResumesAfterAnInterruptionAtAnyWrite() {
        int writes = 0;
        for (boolean finished = false; !finished; writes++) {
            new TenantGitOpsClient(management).disable(DEMO);
            AtomicInteger left = new AtomicInteger(writes);
            try (KubernetesClient fenced = KubeConnector.fenced(management, () -> left.getAndDecrement() > 0)) {
                new TenantGitOpsClient(fenced).enable(DEMO, SOURCE, new GitCredentials.Token("git", "word"));
                finished = true;
            } catch (ButlerException e) {
                assertThat(left.get()).as("stopped by the fence, not by %s", e).isNegative();
            }
            enable(new GitCredentials.Token("git", "word"));
            assertThat(TenantRepository.source(cluster())).contains(SOURCE);
            assertThat(TenantRepository.secret(cluster())).contains("demo-gitops");
        }
        assertThat(writes).isGreaterThan(2);
    }

    @Test
    void neverOverwritesASecretOfOthersAndLeavesArgoAlone() {
        secret("demo-gitops", Map.of("owner", "someone"));
        assertThatThrownBy(() -> enable(new GitCredentials.Token("git", "other")))
                .isInstanceOfSatisfying(
                        ButlerException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.CONFLICT));
        assertThat(TenantRepository.source(cluster())).isEmpty();
        assertThat(new TenantGitOpsClient(management).disable(DEMO))
                .as("deletes no Secret of others")
                .isEmpty();

        management
                .resources(TenantCluster.class)
                .inNamespace("blue")
                .withName("demo")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"spec\":{\"addons\":{\"gitops\":{\"provider\":\"argocd\"}}}}");
        assertThatThrownBy(() -> enable(new GitCredentials.Anonymous())).hasMessageContaining("uses Argo CD");
    }

    private static TenantClusterStatus running() {
        return TenantClusterStatusBuilder.builder()
                .phase(TenantClusterStatus.Phase.READY)
                .kubeconfigSecretRef(new LocalReference("k"))
                .conditions(List.of())
                .build();
    }

    private void enable(GitCredentials credentials) {
        new TenantGitOpsClient(management).enable(DEMO, SOURCE, credentials);
    }

    private TenantCluster cluster() {
        return management
                .resources(TenantCluster.class)
                .inNamespace("blue")
                .withName("demo")
                .require();
    }

    private void field(String repository) {
        management.resource("""
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: TenantCluster
                metadata: {name: demo, namespace: blue}
                spec:
                  kubernetesVersion: v1.31.0
                  workers: {replicas: 1}
                  addons: {gitops: {provider: fluxcd, repository: %s}}
                """.formatted(repository)).update();
    }

    private Secret secret(String name, Map<String, String> labels) {
        return management
                .resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace("blue")
                        .withName(name)
                        .withLabels(labels)
                        .endMetadata()
                        .addToStringData("username", "git")
                        .addToStringData("password", "word")
                        .build())
                .create();
    }

    /** The content of the objects in the tenant cluster, without what the server sets. */
    private List<Map<String, Object>> objects() {
        return List.of(
                        context("", "v1", "Secret", "secrets"),
                        context("source.toolkit.fluxcd.io", "v1", "GitRepository", "gitrepositories"),
                        context("kustomize.toolkit.fluxcd.io", "v1", "Kustomization", "kustomizations"))
                .stream()
                .flatMap(type ->
                        tenant.genericKubernetesResources(type).inNamespace("flux-system").list().getItems().stream())
                .map(object -> {
                    Map<String, Object> content =
                            UntypedTree.of(object.getAdditionalProperties()).copy();
                    content.put("labels", object.getMetadata().getLabels());
                    content.put("name", object.getMetadata().getName());
                    return content;
                })
                .toList();
    }

    private void status(String kind, String group, String plural, String ready, String message) {
        var all = tenant.genericKubernetesResources(context(group, "v1", kind, plural))
                .inNamespace("flux-system");
        GenericKubernetesResource object = all.withName("butler").require();
        object.setAdditionalProperty(
                "status",
                Map.of(
                        "artifact", Map.of("revision", "main@sha1:aa"),
                        "lastAppliedRevision", "main@sha1:aa",
                        "conditions",
                                List.of(Map.of(
                                        "type", "Ready", "status", ready, "reason", "Why", "message", message))));
        all.resource(object).updateStatus();
    }

    private static ResourceDefinitionContext context(String group, String version, String kind, String plural) {
        return new ResourceDefinitionContext.Builder()
                .withGroup(group.isEmpty() ? null : group)
                .withVersion(version)
                .withKind(kind)
                .withPlural(plural)
                .withNamespaced(true)
                .build();
    }

    private static void namespace(KubernetesClient client, String name) {
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
    }

    private void installFlux() {
        new CustomResourceDefinitions(tenant).ensureYaml(FluxDefinitionTexts.all(), Duration.ofSeconds(30));
    }
}
