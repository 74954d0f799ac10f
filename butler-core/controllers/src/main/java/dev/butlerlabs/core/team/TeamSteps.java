package dev.butlerlabs.core.team;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.User;
import dev.butlerlabs.core.kube.DecodedList;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.kube.UndecodableObject;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.quota.PlatformRulesReader;
import dev.butlerlabs.core.quota.TeamUsage;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The steps of a Team: namespace, members, limits, usage, and its deletion. */
final class TeamSteps {
    private static final String OBJECT = "butler-team";
    private static final String COUNTED = "count/tenantclusters.butler.butlerlabs.dev";
    private static final Duration BLOCKED_POLL = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final int MOST_NAMED = 5;

    private final KubernetesClient client;
    private final TeamMemberIndex index;
    private final TeamObjectClient objects;
    private final TeamPermissions permissions;
    private final EnvironmentBindings environments;
    private final AdmissionPolicyReader policies;
    private final PlatformRulesReader platform;

    TeamSteps(KubernetesClient client, TeamMemberIndex index) {
        this.client = client;
        this.index = index;
        this.objects = new TeamObjectClient(client);
        this.permissions = new TeamPermissions(client, objects);
        this.environments = new EnvironmentBindings(client, objects);
        this.policies = new AdmissionPolicyReader(client);
        this.platform = new PlatformRulesReader(client);
    }

    /** Creates the namespace. One that was not created for the team is never changed. */
    StepResult namespace(TeamReconcileContext scope) {
        Optional<Namespace> present = find(scope);
        Optional<TeamNamespace.Rejection> rejection = TeamNamespace.rejection(scope.team(), present);
        if (rejection.isPresent()) {
            return StepResult.failed(rejection.get().reason(), rejection.get().message());
        }
        if (present.filter(found -> found.isMarkedForDeletion()).isPresent()) {
            return StepResult.waiting(
                    "NamespaceTerminating",
                    "Waiting for the deletion of namespace %s.".formatted(scope.namespace()),
                    POLL);
        }
        return present.isPresent()
                ? StepResult.done("Namespace %s exists.".formatted(scope.namespace()))
                : create(scope);
    }

    /** Creates without taking over: if another client creates the namespace first, the next reconciliation sees it. */
    private StepResult create(TeamReconcileContext scope) {
        return KubeErrorMapper.translating("creating namespace " + scope.namespace(), () -> {
            try {
                client.resource(TeamNamespace.of(scope.team())).create();
                return StepResult.done("Namespace %s exists.".formatted(scope.namespace()));
            } catch (RuntimeException e) {
                if (KubeErrorMapper.isConflict(e)) {
                    return StepResult.waiting(
                            "NamespaceChanged", "Checking namespace %s.".formatted(scope.namespace()), POLL);
                }
                throw e;
            }
        });
    }

    private Optional<Namespace> find(TeamReconcileContext scope) {
        return KubeErrorMapper.translating(
                "reading namespace " + scope.namespace(),
                () -> Optional.ofNullable(
                        client.namespaces().withName(scope.namespace()).get()));
    }

    /** Binds the members to the roles of the chart, and permits them to read the Team and administrators to change it. */
    StepResult members(TeamReconcileContext scope) {
        index.record(scope.namespace(), scope.access());
        DecodedList<User> listed = DecodedList.of(KubeErrorMapper.translating(
                "listing users",
                () -> LenientDecoder.over(client).resources(User.class).list().getItems()));
        TeamUsers users = TeamUsers.of(listed);
        List<RoleBinding> bindings = Stream.of(TeamSpec.Role.values())
                .map(role -> TeamBindings.of(scope.namespace(), role, scope.access(), users))
                .toList();
        bindings.forEach(binding -> objects.ensure(binding, found -> List.of(found.getRoleRef(), found.getSubjects())));
        EnvironmentMembers others = EnvironmentMembers.of(scope.team().getSpec(), users);
        boolean isRestricted = others.operators().isEmpty() || policies.isInstalled(EnvironmentBindings.POLICY);
        environments.bind(scope.namespace(), others, isRestricted);
        permissions.grant(
                scope.team(),
                Stream.concat(TeamBindings.members(bindings).stream(), others.all())
                        .distinct()
                        .toList(),
                TeamBindings.administrators(bindings),
                policies.isInstalled(TeamPermissions.POLICY));
        scope.bound(TeamBindings.count(bindings));
        return StepResult.done(CountFormatter.are(TeamBindings.count(bindings), "member") + " bound."
                + problems(users.undecodable(scope.access())));
    }

    private static String problems(List<UndecodableObject> undecodable) {
        return undecodable.stream().map(object -> " " + object + ".").collect(Collectors.joining());
    }

    /** Applies the limits that the API server enforces itself, and a policy that rejects traffic of other namespaces. */
    StepResult limits(TeamReconcileContext scope) {
        Team completed = platform.read().withDefaultLimits(scope.team());
        scope.limited(Optional.ofNullable(completed.getSpec().resourceLimits()));
        objects.ensure(isolation(scope.namespace()), NetworkPolicy::getSpec);
        Optional<Integer> clusters = scope.limits().map(TeamSpec.ResourceLimits::maxClusters);
        if (clusters.isPresent()) {
            objects.ensure(quota(scope.namespace(), clusters.get()), ResourceQuota::getSpec);
        } else {
            removeQuota(scope.namespace());
        }
        return StepResult.done(
                clusters.map("Limited to %d tenant clusters."::formatted).orElse("Tenant clusters are not limited."));
    }

    private void removeQuota(String namespace) {
        Resource<ResourceQuota> quota =
                client.resourceQuotas().inNamespace(namespace).withName(OBJECT);
        KubeErrorMapper.translating(
                "removing the quota of " + namespace, () -> quota.get() == null ? List.of() : quota.delete());
    }

    private static ResourceQuota quota(String namespace, int clusters) {
        return new ResourceQuotaBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(OBJECT)
                .addToLabels(Labels.MANAGED_BY, ServerSideApply.BUTLER)
                .endMetadata()
                .withNewSpec()
                .addToHard(COUNTED, new Quantity(String.valueOf(clusters)))
                .endSpec()
                .build();
    }

    private static NetworkPolicy isolation(String namespace) {
        return new NetworkPolicyBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(OBJECT)
                .addToLabels(Labels.MANAGED_BY, ServerSideApply.BUTLER)
                .endMetadata()
                .withNewSpec()
                .withNewPodSelector()
                .endPodSelector()
                .withPolicyTypes("Ingress")
                .addNewIngress()
                .addNewFrom()
                .withNewPodSelector()
                .endPodSelector()
                .endFrom()
                .endIngress()
                .endSpec()
                .build();
    }

    StepResult usage(TeamReconcileContext scope) {
        DecodedList<TenantCluster> clusters = DecodedList.of(clusters(scope));
        TeamUsage usage = TeamUsage.of(clusters, scope.limits());
        scope.counted(usage);
        return StepResult.done(CountFormatter.of(usage.clusters(), "tenant cluster") + ", "
                + CountFormatter.of(usage.nodes(), "node") + "." + problems(clusters.undecodable()));
    }

    private List<TenantCluster> clusters(TeamReconcileContext scope) {
        return KubeErrorMapper.translating(
                "listing tenant clusters of " + scope.namespace(),
                () -> LenientDecoder.over(client)
                        .resources(TenantCluster.class)
                        .inNamespace(scope.namespace())
                        .list()
                        .getItems());
    }

    StepResult awaitClustersGone(TeamReconcileContext scope) {
        List<String> names = find(scope)
                        .filter(found -> TeamNamespace.isOwned(found, scope.team()))
                        .isEmpty()
                ? List.of()
                : clusters(scope).stream()
                        .map(cluster -> cluster.getMetadata().getName())
                        .toList();
        return names.isEmpty()
                ? StepResult.done("The team has no tenant clusters.")
                : StepResult.waiting("DeletionBlocked", blocked(names), BLOCKED_POLL);
    }

    private static String blocked(List<String> names) {
        String named = String.join(", ", names.subList(0, Math.min(MOST_NAMED, names.size())));
        String rest = names.size() > MOST_NAMED ? " and %d more".formatted(names.size() - MOST_NAMED) : "";
        return "Delete the tenant clusters of the team first: %s%s.".formatted(named, rest);
    }

    StepResult removeNamespace(TeamReconcileContext scope) {
        Optional<Namespace> present = find(scope).filter(found -> TeamNamespace.isOwned(found, scope.team()));
        if (present.isEmpty()) {
            index.forget(scope.namespace());
            return StepResult.done("Namespace %s is deleted.".formatted(scope.namespace()));
        }
        if (!present.get().isMarkedForDeletion()) {
            KubeErrorMapper.translating(
                    "deleting namespace " + scope.namespace(),
                    () -> client.resource(present.get())
                            .lockResourceVersion(present.get().getMetadata().getResourceVersion())
                            .delete());
        }
        return StepResult.waiting(
                "NamespaceTerminating", "Waiting for the deletion of namespace %s.".formatted(scope.namespace()), POLL);
    }
}
