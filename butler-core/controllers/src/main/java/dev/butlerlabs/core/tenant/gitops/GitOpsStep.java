package dev.butlerlabs.core.tenant.gitops;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.gitops.FluxConnection;
import dev.butlerlabs.core.gitops.FluxObjectStatus;
import dev.butlerlabs.core.gitops.FluxResource;
import dev.butlerlabs.core.gitops.GitCredentials;
import dev.butlerlabs.core.gitops.GitOpsStatus;
import dev.butlerlabs.core.gitops.GitRepositorySource;
import dev.butlerlabs.core.gitops.TenantRepository;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.tenant.change.TenantGitOpsClient;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Creates, changes or removes the Flux objects in a tenant cluster, and reports what Flux does with them. Idempotent and thread-safe. */
final class GitOpsStep {
    /** The reason after the objects are removed. */
    static final String DISABLED = "GitOpsDisabled";

    private static final String REPOSITORY = "spec.addons.gitops.repository";
    private static final Map<String, String> FIELDS = Map.of(
            "--repository", REPOSITORY + ".url", "--branch", REPOSITORY + ".branch", "--path", REPOSITORY + ".path");

    private final KubernetesClient management;
    private final Function<TenantCluster, KubernetesClient> connector;
    private final Duration pace;

    GitOpsStep(KubernetesClient management, Function<TenantCluster, KubernetesClient> connector, Duration pace) {
        this.management = management;
        this.connector = connector;
        this.pace = pace;
    }

    StepResult run(TenantCluster cluster) {
        Optional<GitRepositorySource> source = TenantRepository.source(cluster);
        try (KubernetesClient tenant = connector.apply(cluster)) {
            FluxConnection flux = new FluxConnection(tenant);
            return source.isPresent() ? enable(cluster, source.get(), flux) : disable(flux);
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.INVALID_INPUT && !e.problems().isEmpty()) {
                return StepResult.failed("RepositoryInvalid", problems(e));
            }
            // A conflict with a cause is one between two writes, which the next run resolves.
            if (e.code() == ErrorCode.CONFLICT && e.getCause() == null) {
                return StepResult.failed("FluxObjectsNotOwned", e.getMessage() + " " + e.hint());
            }
            throw e;
        }
    }

    /** The problems name options of the command line; the user of the field needs its path. */
    private static String problems(ButlerException e) {
        return e.problems().stream()
                .map(problem -> FIELDS.getOrDefault(problem.path(), problem.path()) + ": " + problem.sentence() + ".")
                .collect(Collectors.joining(" "));
    }

    private StepResult enable(TenantCluster cluster, GitRepositorySource source, FluxConnection flux) {
        Optional<String> name = TenantRepository.secret(cluster);
        Optional<Secret> secret = name.flatMap(text -> find(cluster, text));
        if (name.isPresent() && secret.isEmpty()) {
            return StepResult.waiting(
                    "GitCredentialsMissing",
                    "Secret %s with the credentials of the repository does not exist.".formatted(name.get()),
                    pace);
        }
        if (secret.filter(found -> !TenantGitOpsClient.isPermitted(found)).isPresent()) {
            return StepResult.failed(
                    "GitCredentialsNotPermitted",
                    "Secret %s may not be copied to tenant clusters. To permit it, label it with %s=true."
                            .formatted(name.get(), Labels.GITOPS_CREDENTIALS));
        }
        if (!flux.isInstalled()) {
            return StepResult.waiting(
                    "FluxMissing",
                    "Waiting for Flux. It is installed if spec.addons.gitops.provider is fluxcd and the management policy is not GitOps.",
                    pace);
        }
        flux.enable(source, credentials(secret));
        return result(flux.status());
    }

    private Optional<Secret> find(TenantCluster cluster, String name) {
        return KubeErrorMapper.translating(
                "reading Secret " + name,
                () -> Optional.ofNullable(management
                        .secrets()
                        .inNamespace(cluster.getMetadata().getNamespace())
                        .withName(name)
                        .get()));
    }

    private static GitCredentials credentials(Optional<Secret> secret) {
        return secret.<GitCredentials>map(
                        found -> new GitCredentials.Copy(Objects.requireNonNullElse(found.getData(), Map.of())))
                .orElseGet(GitCredentials.Anonymous::new);
    }

    private StepResult result(GitOpsStatus status) {
        FluxObjectStatus worst = status.objects().getFirst();
        return worst.problem()
                .map(problem -> StepResult.waiting(
                        "GitOpsNotReady", "%s: %s".formatted(worst.object().text(), problem), pace))
                .orElseGet(() -> StepResult.done(
                        "RepositoryApplied",
                        "Flux applies revision %s."
                                .formatted(status.find(FluxResource.KUSTOMIZATION)
                                        .flatMap(FluxObjectStatus::revision)
                                        .orElse("(none)"))));
    }

    /** What Flux applied stays or is deleted as the stored Kustomization says. */
    private StepResult disable(FluxConnection flux) {
        return flux.remove(Optional.empty()).isFinished()
                ? StepResult.done(DISABLED, "GitOps is not enabled.")
                : StepResult.waiting(
                        "GitOpsRemoving",
                        "Waiting for Flux to finish the deletion of %s.".formatted(FluxResource.KUSTOMIZATION.text()),
                        pace);
    }
}
