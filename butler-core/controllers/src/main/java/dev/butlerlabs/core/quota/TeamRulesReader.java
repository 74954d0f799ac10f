package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.api.ClusterCreationPolicy;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.boundary.TeamReader;
import dev.butlerlabs.core.kube.DecodedList;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/** Reads what the rules for tenant clusters depend on: the team of a namespace, and the policies. Thread-safe. */
final class TeamRulesReader {
    private final KubernetesClient client;
    private final TeamReader teams;

    TeamRulesReader(KubernetesClient client) {
        this.client = client;
        this.teams = new TeamReader(client);
    }

    /** Returns the Team of a namespace; empty if it belongs to none. */
    Optional<Team> team(String namespace) {
        return teams.read(namespace);
    }

    /** Returns all policies that can be decoded and have a spec. */
    List<ClusterCreationPolicy> policies() {
        return DecodedList.of(KubeErrorMapper.translating(
                        "listing ClusterCreationPolicies",
                        () -> LenientDecoder.over(client)
                                .resources(ClusterCreationPolicy.class)
                                .list()
                                .getItems()))
                .items()
                .stream()
                .filter(policy -> policy.getSpec() != null && policy.getSpec().scope() != null)
                .toList();
    }
}
