package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.gitops.FluxConnection;
import dev.butlerlabs.core.gitops.GitCredentials;
import dev.butlerlabs.core.gitops.GitRepositorySource;
import dev.butlerlabs.core.gitops.TenantRepository;
import dev.butlerlabs.core.kube.ConflictRetry;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.OwnerReferences;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Sets the Git repository of tenant clusters in the management cluster; the controllers create the objects in the tenant clusters. The
 * result is the same as if the user had set the field. Thread-safe; errors of the API are thrown as {@link ButlerException}.
 */
public final class TenantGitOpsClient {
    private static final String FIELD = "repository";

    private final KubernetesClient management;
    private final TenantClusterClient clusters;

    public TenantGitOpsClient(KubernetesClient management) {
        this.management = management;
        this.clusters = new TenantClusterClient(management);
    }

    /** Returns the name of the Secret that {@link #enable} writes. */
    public static ObjectName ownSecret(ObjectName cluster) {
        return new ObjectName(cluster.namespace(), cluster.name() + "-gitops");
    }

    /**
     * Stores the credentials in a Secret, which is deleted with the cluster, and then sets the field. Idempotent; after an interruption
     * between the writes, the call can be repeated.
     *
     * @throws ButlerException with every problem of the input; with CONFLICT if the cluster uses Argo CD, or if a Secret of the same name
     *     is not Butler's. Nothing is changed in these cases.
     */
    public void enable(ObjectName name, GitRepositorySource source, GitCredentials credentials) {
        FluxConnection.requireValid(source, credentials);
        TenantCluster cluster = clusters.get(name);
        requireFlux(cluster);
        Optional<String> secret = switch (credentials) {
            case GitCredentials.Anonymous _ -> Optional.empty();
            case GitCredentials.Stored _ -> stored(cluster, source);
            case GitCredentials.Existing existing ->
                Optional.of(requirePermitted(new ObjectName(name.namespace(), existing.name())));
            case GitCredentials.DeployKey _, GitCredentials.Token _, GitCredentials.Copy _ ->
                Optional.of(writeSecret(cluster, credentials.content().orElseThrow()));
        };
        clusters.change(name, patch(Map.of("provider", "fluxcd", FIELD, repository(source, secret))), false);
    }

    private static void requireFlux(TenantCluster cluster) {
        if (TenantRepository.usesArgo(cluster)) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "TenantCluster %s uses Argo CD: spec.addons.gitops.provider is argocd."
                            .formatted(ObjectName.from(cluster)),
                    "Configure the repository in Argo CD, or change the provider to fluxcd.");
        }
    }

    private static Optional<String> stored(TenantCluster cluster, GitRepositorySource source) {
        Optional<String> secret = TenantRepository.secret(cluster);
        if (secret.isEmpty()) {
            FluxConnection.requireValid(source, new GitCredentials.Anonymous());
        }
        return secret;
    }

    private String requirePermitted(ObjectName name) {
        Optional<Secret> secret = find(name);
        if (secret.filter(TenantGitOpsClient::isPermitted).isEmpty()) {
            throw ButlerException.invalid(
                    "Invalid Git repository:",
                    List.of(new InputProblem(
                            "--credentials-secret",
                            "Secret %s %s"
                                    .formatted(
                                            name,
                                            secret.isEmpty()
                                                    ? "does not exist"
                                                    : "may not be copied to tenant clusters"),
                            secret.isEmpty() ? "" : "label it with %s=true".formatted(Labels.GITOPS_CREDENTIALS))));
        }
        return name.name();
    }

    /** Returns whether a Secret may be copied to tenant clusters as credentials of a Git repository. */
    public static boolean isPermitted(Secret secret) {
        return "true".equals(labels(secret).get(Labels.GITOPS_CREDENTIALS));
    }

    private String writeSecret(TenantCluster cluster, Map<String, String> data) {
        ObjectName name = ownSecret(ObjectName.from(cluster));
        Secret wanted = OwnerReferences.own(
                cluster,
                new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace(name.namespace().orElseThrow())
                        .withName(name.name())
                        .addToLabels(Labels.MANAGED_BY, ServerSideApply.BUTLER)
                        .addToLabels(Labels.GITOPS_CREDENTIALS, "true")
                        .addToLabels(Labels.CLUSTER, cluster.getMetadata().getName())
                        .endMetadata()
                        .withType("Opaque")
                        .withData(data)
                        .build());
        KubeErrorMapper.translating(
                "writing Secret " + name,
                () -> ConflictRetry.write(() -> {
                    Optional<Secret> stored = find(name);
                    stored.filter(secret -> !isOwned(secret)).ifPresent(foreign -> {
                        throw new ButlerException(
                                ErrorCode.CONFLICT,
                                "Secret %s exists and was not created by Butler.".formatted(name),
                                "Use it with --credentials-secret, or delete it.");
                    });
                    // Created and not applied, so that a Secret that another client creates first is checked too.
                    stored.ifPresent(secret -> wanted.getMetadata()
                            .setResourceVersion(secret.getMetadata().getResourceVersion()));
                    return stored.isPresent()
                            ? management.resource(wanted).update()
                            : management.resource(wanted).create();
                }));
        return name.name();
    }

    private static boolean isOwned(Secret secret) {
        return ServerSideApply.BUTLER.equals(labels(secret).get(Labels.MANAGED_BY)) && isPermitted(secret);
    }

    private static Map<String, String> labels(Secret secret) {
        return Objects.requireNonNullElse(secret.getMetadata().getLabels(), Map.of());
    }

    private static Map<String, Object> repository(GitRepositorySource source, Optional<String> secret) {
        Map<String, Object> repository = new HashMap<>();
        repository.put("url", source.url());
        repository.put("branch", source.branch());
        repository.put("path", source.path().isEmpty() ? null : source.path());
        repository.put("secretRef", secret.map(name -> Map.of("name", name)).orElse(null));
        repository.put("prune", source.prune() ? Boolean.TRUE : null);
        return repository;
    }

    private static Map<String, Object> patch(Map<String, Object> gitops) {
        return Map.of("spec", Map.of("addons", Map.of("gitops", gitops)));
    }

    /**
     * Sets whether Flux deletes what it applied, and waits until the controllers have processed it. Returns at once if it is set already.
     *
     * @throws ButlerException with TIMEOUT if the controllers do not process the change; repeat the call to continue
     */
    public void setPrune(ObjectName name, boolean prune, Duration limit) {
        TenantCluster cluster = clusters.get(name);
        Optional<GitRepositorySource> source = TenantRepository.source(cluster);
        if (source.isEmpty() || source.get().prune() == prune) {
            return;
        }
        Map<String, Object> change = new HashMap<>();
        change.put("prune", prune ? Boolean.TRUE : null);
        clusters.change(name, patch(Map.of(FIELD, change)), false);
        awaitProcessed(name, limit);
    }

    /** The controllers process one change of a cluster at a time, so that none of an earlier state follows. */
    private void awaitProcessed(ObjectName name, Duration limit) {
        try {
            management
                    .resources(TenantCluster.class)
                    .inNamespace(name.namespace().orElseThrow())
                    .withName(name.name())
                    .waitUntilCondition(TenantGitOpsClient::isProcessed, limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RuntimeException e) {
            ButlerException failure = KubeErrorMapper.translate("waiting for the controllers", e);
            throw failure.code() != ErrorCode.TIMEOUT
                    ? failure
                    : new ButlerException(
                            ErrorCode.TIMEOUT,
                            "The controllers have not processed the change of TenantCluster %s.".formatted(name),
                            "Check that the Butler controllers are running, and rerun the command to continue.",
                            List.of(),
                            e);
        }
    }

    private static boolean isProcessed(TenantCluster cluster) {
        return cluster == null
                || condition(cluster)
                        .map(Condition::getObservedGeneration)
                        .filter(seen -> seen >= cluster.getMetadata().getGeneration())
                        .isPresent();
    }

    /** Returns the condition with the state of GitOps in a tenant cluster. */
    public static Optional<Condition> condition(TenantCluster cluster) {
        return Optional.ofNullable(cluster.getStatus())
                .flatMap(status -> Optional.ofNullable(status.conditions()))
                .flatMap(conditions -> conditions.stream()
                        .filter(condition -> condition.getType().equals(TenantRepository.CONDITION))
                        .findFirst());
    }

    /**
     * Removes the repository from the field and deletes the Secret that {@link #enable} wrote. Flux stays installed.
     *
     * @return the deleted Secret; empty if there was none
     */
    public Optional<ObjectName> disable(ObjectName name) {
        TenantCluster cluster = clusters.get(name);
        if (TenantRepository.source(cluster).isPresent()) {
            Map<String, Object> none = new HashMap<>();
            none.put(FIELD, null);
            clusters.change(name, patch(none), false);
        }
        ObjectName secret = ownSecret(name);
        return find(secret).filter(TenantGitOpsClient::isOwned).map(found -> {
            KubeErrorMapper.translating(
                    "deleting Secret " + secret,
                    () -> management
                            .resource(found)
                            .lockResourceVersion(found.getMetadata().getResourceVersion())
                            .delete());
            return secret;
        });
    }

    private Optional<Secret> find(ObjectName name) {
        return KubeErrorMapper.translating(
                "reading Secret " + name, () -> Optional.ofNullable(secret(name).get()));
    }

    private Resource<Secret> secret(ObjectName name) {
        return management.secrets().inNamespace(name.namespace().orElseThrow()).withName(name.name());
    }
}
