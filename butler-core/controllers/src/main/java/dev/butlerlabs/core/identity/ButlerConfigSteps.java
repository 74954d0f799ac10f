package dev.butlerlabs.core.identity;

import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.ButlerConfigSpec.TeamLimits;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamStatus;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.identity.change.PlatformConfigClient;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The steps of a ButlerConfig. They only read: a change of the settings never changes a tenant cluster that exists. */
final class ButlerConfigSteps {
    private final KubernetesClient client;

    ButlerConfigSteps(KubernetesClient client) {
        this.client = client;
    }

    /** Accepts only the object that the platform reads. */
    StepResult accept(ButlerConfigReconcileContext scope) {
        return scope.config().getMetadata().getName().equals(PlatformConfigClient.NAME)
                ? StepResult.done()
                : StepResult.failed(
                        "NameNotUsed",
                        "Only the ButlerConfig \"%s\" has an effect. Move the settings to it and delete this object."
                                .formatted(PlatformConfigClient.NAME));
    }

    /** Checks the defaults of tenant clusters and teams. */
    StepResult defaults(ButlerConfigReconcileContext scope) {
        List<String> problems = new ArrayList<>();
        Optional.ofNullable(scope.spec().defaultProviderConfigRef())
                .map(LocalReference::name)
                .filter(name -> !exists(name))
                .ifPresent(name -> problems.add(
                        "spec.defaultProviderConfigRef: ProviderConfig \"%s\" does not exist in namespace \"%s\"."
                                .formatted(name, Namespaces.SYSTEM)));
        Optional<TeamLimits> limits = Optional.ofNullable(scope.spec().defaultTeamLimits());
        limits.ifPresent(found -> addNegative(found, problems));
        return problems.isEmpty()
                ? StepResult.done(limits.map(DefaultLimitsText::of).orElse("Teams have no default limits."))
                : StepResult.failed("DefaultsInvalid", String.join(" ", problems));
    }

    private boolean exists(String name) {
        return KubeErrorMapper.translating(
                "reading ProviderConfig " + name,
                () -> LenientDecoder.over(client)
                                .resources(ProviderConfig.class)
                                .inNamespace(Namespaces.SYSTEM)
                                .withName(name)
                                .get()
                        != null);
    }

    private static void addNegative(TeamLimits limits, List<String> problems) {
        addNegative("maxTotalCPU", limits.maxTotalCPU(), problems);
        addNegative("maxTotalMemory", limits.maxTotalMemory(), problems);
        addNegative("maxTotalStorage", limits.maxTotalStorage(), problems);
    }

    private static void addNegative(String field, Quantity amount, List<String> problems) {
        if (amount != null && amount.getNumericalAmount().signum() < 0) {
            problems.add("spec.defaultTeamLimits.%s: must not be negative.".formatted(field));
        }
    }

    /** Reports the mode, and the clusters that it would not permit. Objects that cannot be decoded count as well. */
    StepResult mode(ButlerConfigReconcileContext scope) {
        List<Team> teams = list(Team.class);
        List<TenantCluster> clusters = list(TenantCluster.class);
        scope.counted(new ButlerConfigReconcileContext.Counts(teams.size(), clusters.size()));
        MultiTenancyReport report = report(scope.spec(), teams, clusters);
        return StepResult.done(report.word(), report.message());
    }

    private static MultiTenancyReport report(ButlerConfigSpec spec, List<Team> teams, List<TenantCluster> clusters) {
        return MultiTenancyReport.of(
                spec,
                teams.stream().map(ButlerConfigSteps::namespace).collect(Collectors.toUnmodifiableSet()),
                clusters.stream()
                        .map(ObjectName::from)
                        .sorted(Comparator.comparing(ObjectName::toString))
                        .toList());
    }

    private static String namespace(Team team) {
        return Optional.ofNullable(team.getStatus())
                .map(TeamStatus::namespace)
                .filter(name -> !name.isBlank())
                .orElse(team.getMetadata().getName());
    }

    private <T extends CustomResource<?, ?>> List<T> list(Class<T> type) {
        return KubeErrorMapper.translating(
                "listing " + HasMetadata.getPlural(type),
                () -> LenientDecoder.over(client)
                        .resources(type)
                        .inAnyNamespace()
                        .list()
                        .getItems());
    }
}
