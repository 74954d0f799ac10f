package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ClusterCreationPolicy;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.boundary.TeamReader;
import dev.butlerlabs.core.kube.DecodedList;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import dev.butlerlabs.core.reconcile.WatchedObjectCache;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/** Reads what the rules for tenant clusters depend on: the team of a namespace, the settings of the platform, and the policies. Thread-safe. */
final class TeamRulesReader {
    private final KubernetesClient client;
    private final TeamReader teams;
    private final PlatformRulesReader platform;
    private final WatchedObjectCache<ClusterCreationPolicy> policies;

    /**
     * The rules of a namespace.
     *
     * @param team the team it belongs to, with the default limits of the platform
     * @param misplaced the problem of a new tenant cluster in it
     */
    record NamespaceRules(Optional<Team> team, Optional<ClusterProblem> misplaced) {}

    TeamRulesReader(KubernetesClient client) {
        this(client, new WatchedObjectCache<>(), new WatchedObjectCache<>());
    }

    /**
     * Creates a reader.
     *
     * @param policies the policies, if they are watched
     * @param platform the settings of the platform, if they are watched
     */
    TeamRulesReader(
            KubernetesClient client,
            WatchedObjectCache<ClusterCreationPolicy> policies,
            WatchedObjectCache<ButlerConfig> platform) {
        this.client = client;
        this.teams = new TeamReader(client);
        this.platform = new PlatformRulesReader(client, platform);
        this.policies = policies;
    }

    /** Returns the rules of a namespace that belongs to no team. */
    NamespaceRules withoutTeam(String name) {
        return new NamespaceRules(Optional.empty(), platform.read().misplaced(name, false));
    }

    NamespaceRules namespace(String name) {
        Optional<Team> team = teams.read(name);
        PlatformRules rules = platform.read();
        return new NamespaceRules(team.map(rules::withDefaultLimits), rules.misplaced(name, team.isPresent()));
    }

    /** Returns all policies that can be decoded and have a spec. */
    List<ClusterCreationPolicy> policies() {
        return DecodedList.of(policies.listOrRead(this::list)).items().stream()
                .filter(policy -> policy.getSpec() != null && policy.getSpec().scope() != null)
                .toList();
    }

    private List<ClusterCreationPolicy> list() {
        return KubeErrorMapper.translating(
                "listing ClusterCreationPolicies",
                () -> LenientDecoder.over(client)
                        .resources(ClusterCreationPolicy.class)
                        .list()
                        .getItems());
    }
}
