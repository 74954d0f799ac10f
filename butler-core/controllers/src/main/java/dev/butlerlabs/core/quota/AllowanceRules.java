package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TeamSpec.ResourceLimits;
import dev.butlerlabs.core.boundary.AddonPolicy;
import dev.butlerlabs.core.kube.ObjectName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The lists of a team: allowed Kubernetes versions, ProviderConfigs and addons, and denied addons. An empty list allows all. Pure functions. */
final class AllowanceRules {
    private AllowanceRules() {}

    static List<ClusterProblem> check(ClusterRules rules, Optional<ClusterRequest> before, ClusterRequest after) {
        return rules.limits()
                .map(limits -> Stream.of(
                                version(limits, before, after).stream(),
                                provider(limits, rules.provider(), before, after).stream(),
                                addons(limits, before, after).stream())
                        .flatMap(problems -> problems)
                        .toList())
                .orElse(List.of());
    }

    private static Optional<ClusterProblem> version(
            ResourceLimits limits, Optional<ClusterRequest> before, ClusterRequest after) {
        String path = PolicyOption.KUBERNETES_VERSION.path();
        List<String> allowed = limits.allowedKubernetesVersions();
        return Optional.ofNullable(after.options().get(path))
                .filter(version -> !allowed.isEmpty() && allowed.stream().noneMatch(entry -> covers(entry, version)))
                .filter(version -> before.map(ClusterRequest::options)
                        .map(options -> options.get(path))
                        .filter(version::equals)
                        .isEmpty())
                .map(version -> new ClusterProblem(
                        "spec." + path,
                        ClusterProblem.NOT_ALLOWED,
                        "the team must not use Kubernetes %s.".formatted(version),
                        "Use one of: %s.".formatted(String.join(", ", allowed))));
    }

    /** An entry is a version, or a minor version such as {@code v1.31} that covers its patch versions. */
    private static boolean covers(String entry, String version) {
        String wanted = entry.startsWith("v") ? entry : "v" + entry;
        return version.equals(wanted) || version.startsWith(wanted + ".");
    }

    private static Optional<ClusterProblem> provider(
            ResourceLimits limits,
            Optional<ProviderConfig> provider,
            Optional<ClusterRequest> before,
            ClusterRequest after) {
        List<String> allowed = limits.allowedProviders();
        boolean moves = before.isEmpty() || !before.get().provider().equals(after.provider());
        return provider.map(ObjectName::from)
                .filter(name -> moves && !allowed.isEmpty())
                .filter(name -> !allowed.contains(name.name()) && !allowed.contains(name.toString()))
                .map(name -> new ClusterProblem(
                        "spec.providerConfigRef",
                        ClusterProblem.NOT_ALLOWED,
                        "the team must not use ProviderConfig %s.".formatted(name),
                        "Use one of: %s.".formatted(String.join(", ", allowed))));
    }

    private static List<ClusterProblem> addons(
            ResourceLimits limits, Optional<ClusterRequest> before, ClusterRequest after) {
        Set<String> admitted =
                before.map(ClusterRequest::addons).map(Map::keySet).orElse(Set.of());
        List<ClusterProblem> problems = new ArrayList<>();
        after.addons().entrySet().stream()
                .filter(addon -> !admitted.contains(addon.getKey()))
                .sorted(Map.Entry.comparingByKey())
                .forEach(
                        addon -> addon(limits, addon.getKey(), addon.getValue()).ifPresent(problems::add));
        return problems;
    }

    static Optional<ClusterProblem> addon(ResourceLimits limits, String name, String path) {
        if (AddonPolicy.isAllowed(limits, name)) {
            return Optional.empty();
        }
        String fix = limits.deniedAddons().contains(name)
                ? "Set enabled to false or remove the addon."
                : "Set enabled to false, remove the addon, or use one of: %s."
                        .formatted(String.join(", ", limits.allowedAddons()));
        return Optional.of(new ClusterProblem(path, ClusterProblem.NOT_ALLOWED, AddonPolicy.message(name), fix));
    }
}
