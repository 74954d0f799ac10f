package dev.butlerlabs.adm.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.gitops.FluxConnection;
import dev.butlerlabs.core.gitops.GitCredentials;
import dev.butlerlabs.core.gitops.GitRepositorySource;
import dev.butlerlabs.core.gitops.TenantRepository;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.tenant.change.TenantGitOpsClient;
import dev.butlerlabs.core.testing.FluxDefinitionTexts;
import dev.butlerlabs.core.testing.TestAwait;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A Git repository of a simulated tenant cluster, from the field to the removal, with all reconcilers running. */
@Tag("slow")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class TenantGitOpsControllersTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final ResourceDefinitionContext KUSTOMIZATION =
            context("kustomize.toolkit.fluxcd.io", "Kustomization", "kustomizations");
    private static final ResourceDefinitionContext REPOSITORY =
            context("source.toolkit.fluxcd.io", "GitRepository", "gitrepositories");

    private final TenantWorld world = TenantWorld.lively();

    @AfterEach
    void stop() {
        world.close();
    }

    @Test
    void theRepositoryIsAppliedReportedAndRemovedWithPruning() {
        world.provider("network: {mode: cloud}");
        world.tenant("web", 1, Map.of());
        ObjectName name = ObjectName.from(world.awaitReady("web"));
        TenantGitOpsClient clusters = new TenantGitOpsClient(world.client());
        GitRepositorySource source = new GitRepositorySource(
                "https://git.example/web", "main", "apps", GitRepositorySource.DEFAULT_INTERVAL, false);

        clusters.enable(name, source, new GitCredentials.Token("git", "first"));
        world.await("web", cluster -> reason(cluster).equals("FluxMissing"));

        try (KubernetesClient tenant = world.enter("web")) {
            installFlux(tenant);
            world.await("web", cluster -> reason(cluster).equals("GitOpsNotReady"));
            report(tenant, REPOSITORY);
            report(tenant, KUSTOMIZATION);
            TenantCluster applied =
                    world.await("web", cluster -> reason(cluster).equals("RepositoryApplied"));
            assertThat(ConditionEditor.isTrue(applied.getStatus().conditions(), "Ready"))
                    .as("other conditions stay")
                    .isTrue();

            clusters.enable(name, source, new GitCredentials.Token("git", "second"));
            TestAwait.upTo(LIMIT, "the new token in the tenant cluster")
                    .until(() -> password(tenant), password -> password.equals("second"));

            clusters.setPrune(name, true, LIMIT);
            assertThat(tenant.genericKubernetesResources(KUSTOMIZATION)
                            .inNamespace("flux-system")
                            .withName("butler")
                            .require()
                            .<Map<String, Object>>get("spec"))
                    .containsEntry("prune", true);

            assertThat(clusters.disable(name)).isPresent();
            TestAwait.upTo(LIMIT, "the removal of the objects")
                    .until(() -> new FluxConnection(tenant).status(), status -> status.isDisabled());
            world.await("web", cluster -> reason(cluster).isEmpty());
        }
    }

    private static String reason(TenantCluster cluster) {
        return ConditionEditor.find(cluster.getStatus().conditions(), TenantRepository.CONDITION)
                .map(Condition::getReason)
                .orElse("");
    }

    private static String password(KubernetesClient tenant) {
        return new String(
                Base64.getDecoder()
                        .decode(tenant.secrets()
                                .inNamespace("flux-system")
                                .withName("butler-git")
                                .require()
                                .getData()
                                .get("password")),
                StandardCharsets.UTF_8);
    }

    /** Writes the status that the controllers of Flux write after they applied a revision. */
    private static void report(KubernetesClient tenant, ResourceDefinitionContext type) {
        var objects = tenant.genericKubernetesResources(type).inNamespace("flux-system");
        GenericKubernetesResource object = objects.withName("butler").require();
        object.setAdditionalProperty(
                "status",
                Map.of(
                        "artifact", Map.of("revision", "main@sha1:aa"),
                        "lastAppliedRevision", "main@sha1:aa",
                        "conditions",
                                List.of(Map.of("type", "Ready", "status", "True", "reason", "Ok", "message", "ok"))));
        objects.resource(object).updateStatus();
    }

    private static void installFlux(KubernetesClient tenant) {
        new CustomResourceDefinitions(tenant).ensureYaml(FluxDefinitionTexts.all(), LIMIT);
        tenant.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("flux-system")
                        .endMetadata()
                        .build())
                .serverSideApply();
    }

    private static ResourceDefinitionContext context(String group, String kind, String plural) {
        return new ResourceDefinitionContext.Builder()
                .withGroup(group)
                .withVersion("v1")
                .withKind(kind)
                .withPlural(plural)
                .withNamespaced(true)
                .build();
    }
}
