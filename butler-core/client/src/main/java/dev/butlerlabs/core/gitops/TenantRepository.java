package dev.butlerlabs.core.gitops;

import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterAddons;
import dev.butlerlabs.core.api.TenantClusterAddons.GitOps;
import dev.butlerlabs.core.api.TenantClusterSpec;
import java.util.Objects;
import java.util.Optional;

/** Reads the Git repository of a tenant cluster from {@code spec.addons.gitops}. Pure functions. */
public final class TenantRepository {
    /** The type of the condition of the TenantCluster: Flux in the cluster applies the repository. */
    public static final String CONDITION = "GitOpsReady";

    private TenantRepository() {}

    public static Optional<GitOps> settings(TenantCluster cluster) {
        return Optional.ofNullable(cluster.getSpec())
                .map(TenantClusterSpec::addons)
                .map(TenantClusterAddons::gitops);
    }

    /** Returns whether the cluster uses Argo CD, whose objects Butler does not manage. */
    public static boolean usesArgo(TenantCluster cluster) {
        return settings(cluster).map(GitOps::provider).equals(Optional.of(GitOps.Provider.ARGOCD));
    }

    /** Returns the repository; empty if the cluster has none, or one for Argo CD. */
    public static Optional<GitRepositorySource> source(TenantCluster cluster) {
        return repository(cluster)
                .map(repository -> new GitRepositorySource(
                        repository.url(),
                        Objects.requireNonNullElse(repository.branch(), GitRepositorySource.DEFAULT_BRANCH),
                        Objects.requireNonNullElse(repository.path(), ""),
                        GitRepositorySource.DEFAULT_INTERVAL,
                        Boolean.TRUE.equals(repository.prune())));
    }

    /** Returns the name of the Secret in the namespace of the cluster; empty if the repository is public. */
    public static Optional<String> secret(TenantCluster cluster) {
        return repository(cluster)
                .map(TenantClusterAddons.Repository::secretRef)
                .map(LocalReference::name);
    }

    private static Optional<TenantClusterAddons.Repository> repository(TenantCluster cluster) {
        return settings(cluster).filter(_ -> !usesArgo(cluster)).map(GitOps::repository);
    }
}
