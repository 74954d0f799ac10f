package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.kube.ObjectName;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a tenant cluster requests, as far as limits and policies depend on it. Immutable.
 *
 * @param uid empty if the API server has not assigned one yet
 * @param usage what the cluster uses of the limits of its team
 * @param environment the environment of the team in the label of the cluster
 * @param creator who created the cluster, as far as it is known
 * @param provider namespace and name of the ProviderConfig; empty if it does not exist yet
 * @param options the values of each {@link PolicyOption} that the cluster sets, by path
 * @param addons the addons that are installed, with the field of each
 */
record ClusterRequest(
        String name,
        Optional<String> uid,
        TeamUsage usage,
        Optional<String> environment,
        Optional<String> creator,
        Optional<String> provider,
        Map<String, String> options,
        Map<String, String> addons) {
    ClusterRequest {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(uid, "uid");
        Objects.requireNonNull(usage, "usage");
        Objects.requireNonNull(environment, "environment");
        Objects.requireNonNull(creator, "creator");
        Objects.requireNonNull(provider, "provider");
        options = Map.copyOf(options);
        addons = Map.copyOf(addons);
    }

    /** Returns the request of a cluster. Its creator is the one in its annotation. */
    static ClusterRequest of(
            TenantCluster cluster, Optional<TeamSpec.ResourceLimits> limits, Optional<ProviderConfig> provider) {
        return new ClusterRequest(
                Objects.requireNonNullElse(cluster.getMetadata().getName(), ""),
                given(cluster.getMetadata().getUid()),
                TeamUsage.of(cluster, limits),
                given(metadata(cluster.getMetadata().getLabels(), Labels.ENVIRONMENT)),
                given(metadata(cluster.getMetadata().getAnnotations(), Annotations.CREATOR_EMAIL)),
                provider.map(config -> ObjectName.from(config).toString()),
                PolicyOption.valuesOf(cluster),
                ClusterAddons.of(cluster));
    }

    private static Optional<String> given(String text) {
        return Optional.ofNullable(text).filter(found -> !found.isBlank());
    }

    private static String metadata(Map<String, String> values, String key) {
        return values == null ? null : values.get(key);
    }

    ClusterRequest withUsage(TeamUsage amount) {
        return new ClusterRequest(name, uid, amount, environment, creator, provider, options, addons);
    }

    ClusterRequest withUid(Optional<String> id) {
        return new ClusterRequest(name, id, usage, environment, creator, provider, options, addons);
    }

    ClusterRequest withEnvironment(Optional<String> place) {
        return new ClusterRequest(name, uid, usage, place, creator, provider, options, addons);
    }

    /** Returns this request with the usage of another one and the options that it results from. */
    ClusterRequest withSize(ClusterRequest other) {
        Map<String, String> changed = new HashMap<>(options);
        changed.keySet().removeAll(sizes(options).keySet());
        changed.putAll(sizes(other.options));
        return new ClusterRequest(name, uid, other.usage, environment, creator, provider, changed, addons);
    }

    ClusterRequest withCreator(Optional<String> user) {
        return new ClusterRequest(name, uid, usage, environment, user, provider, options, addons);
    }

    /** Returns whether both describe the same object: by uid, or by name if one of them has no uid yet. */
    boolean isSameCluster(ClusterRequest other) {
        return (uid.isPresent() && other.uid.isPresent()) ? uid.equals(other.uid) : name.equals(other.name);
    }

    /**
     * Returns this request as a change of an admitted one. A cluster whose own size did not change uses what was admitted, even if the
     * team has other defaults now, and its creator does not change.
     */
    ClusterRequest changing(ClusterRequest admitted) {
        boolean isSameSize = sizes(options).equals(sizes(admitted.options));
        return withUsage(isSameSize ? admitted.usage : usage).withCreator(admitted.creator.or(() -> creator));
    }

    private static Map<String, String> sizes(Map<String, String> options) {
        return options.entrySet().stream()
                .filter(option -> PolicyOption.named(option.getKey())
                        .filter(PolicyOption::isSize)
                        .isPresent())
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Returns whether the change counts against a limit: larger, or in another environment or on another ProviderConfig. */
    boolean isRaiseOf(ClusterRequest before) {
        return !usage.isWithin(before.usage)
                || !environment.equals(before.environment)
                || !provider.equals(before.provider);
    }
}
