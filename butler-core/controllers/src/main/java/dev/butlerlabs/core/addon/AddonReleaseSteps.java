package dev.butlerlabs.core.addon;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.butlerlabs.core.addon.AddonReconcileContext.Place;
import dev.butlerlabs.core.api.AddonDefinitionSpec;
import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.HelmRelease;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.helm.ChartAccess;
import dev.butlerlabs.core.helm.ChartRequest;
import dev.butlerlabs.core.helm.ChartSource;
import dev.butlerlabs.core.helm.DeployedRelease;
import dev.butlerlabs.core.helm.HelmInputValidator;
import dev.butlerlabs.core.helm.HelmReleaseRepository;
import dev.butlerlabs.core.helm.ReleaseName;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Installs and uninstalls the charts of ManagementAddons and TenantAddons, with results for conditions. */
final class AddonReleaseSteps {
    private static final String VALUES = "values.yaml";
    private static final String INVALID_CHART = "InvalidChart";
    private static final Pattern TIME = Pattern.compile("(?:(\\d+)h)?(?:(\\d+)m)?(?:(\\d+)s)?");
    private static final Duration USUAL = Duration.ofMinutes(10);

    private final KubernetesClient cluster;
    private final Duration poll;

    AddonReleaseSteps(KubernetesClient cluster, Duration poll) {
        this.cluster = cluster;
        this.poll = poll;
    }

    /** @param source the chart, without its version */
    StepResult install(
            AddonReconcileContext<?> scope, KubernetesClient target, ChartSource source, Map<String, Object> values) {
        Place place = scope.place();
        ChartRequest request = new ChartRequest(
                place.release().name(),
                place.release().namespace(),
                source,
                ChartAccess.OPEN,
                scope.version().orElseThrow(),
                HelmValuesMerger.merged(List.of(
                        scope.definition()
                                .map(AddonDefinitionResolver::defaults)
                                .orElse(Map.of()),
                        values,
                        secret(scope))),
                place.reach(),
                scope.definition().map(AddonReleaseSteps::timeout).orElse(USUAL),
                scope.definition()
                        .map(AddonDefinitionResolver::createsNamespace)
                        .orElse(true));
        if (request.createNamespace()) {
            makeRoom(target, request.namespace());
        }
        ChartState state = new ChartInstaller(cluster, place.namespace(), target).install(request);
        new HelmReleaseRepository(target)
                .deployed(place.release())
                .ifPresent(found -> scope.release(told(place, found)));
        return switch (state) {
            case ChartState.Done done -> StepResult.done("Installed", "%s installed.".formatted(request));
            case ChartState.Working working -> StepResult.waiting("Installing", working.seen() + ".", poll);
            case ChartState.Failed failed -> StepResult.failed(failed.cause().reason(), failed.message() + ".");
        };
    }

    /** Installs the chart of the selected definition. */
    StepResult install(AddonReconcileContext<?> scope, KubernetesClient target, Map<String, Object> values) {
        AddonDefinitionSpec.Chart chart = scope.definition().orElseThrow().chart();
        return install(scope, target, ChartSource.of(chart.repository(), chart.name()), values);
    }

    /** Returns why a chart is rejected; empty if it is valid. */
    static Optional<StepResult> refused(String repository, String chart, ReleaseName release) {
        List<String> problems = HelmInputValidator.problems(repository, chart, release);
        return problems.isEmpty()
                ? Optional.empty()
                : Optional.of(StepResult.failed(INVALID_CHART, String.join(" ", problems)));
    }

    /** Waits until all dependencies are installed. */
    StepResult awaitOthers(List<String> missing) {
        return missing.isEmpty()
                ? StepResult.done()
                : StepResult.waiting(
                        "DependencyMissing",
                        "Waiting for %s to be installed.".formatted(String.join(", ", missing)),
                        poll);
    }

    /** Returns the status message of an outcome. */
    static String message(ReconcileOutcome outcome) {
        return outcome.stop()
                .map(stop -> stop.result().message())
                .orElse(outcome.stage() == ReconcileOutcome.Stage.DELETING ? "Removed." : "Installed.");
    }

    /**
     * Creates the namespace with privileged pod security, which charts for nodes need on Talos. An existing namespace is left unchanged.
     */
    private static void makeRoom(KubernetesClient target, String namespace) {
        boolean absent = KubeErrorMapper.translating(
                "reading Namespace " + namespace,
                () -> target.namespaces().withName(namespace).get() == null);
        if (absent) {
            ServerSideApply.asButler().apply(target, PrivilegedNamespace.named(namespace));
        }
    }

    private static HelmRelease told(Place place, DeployedRelease found) {
        return new HelmRelease(
                place.release().name(),
                place.release().namespace(),
                (long) found.revision(),
                found.version(),
                "deployed");
    }

    StepResult uninstall(AddonReconcileContext<?> scope, KubernetesClient target) {
        Place place = scope.place();
        if (!HelmInputValidator.problems(place.release()).isEmpty()) {
            return StepResult.done("NeverInstalled", "Not installed: the release name is invalid.");
        }
        ChartState state =
                new ChartInstaller(cluster, place.namespace(), target).uninstall(place.release(), place.reach());
        return switch (state) {
            case ChartState.Done done -> StepResult.done("Uninstalled", "%s uninstalled.".formatted(place.release()));
            case ChartState.Working working -> StepResult.waiting("Uninstalling", working.seen() + ".", poll);
            case ChartState.Failed failed -> StepResult.failed(failed.cause().reason(), failed.message() + ".");
        };
    }

    /** Returns the secret values from the Secret that an annotation names. */
    private Map<String, Object> secret(AddonReconcileContext<?> scope) {
        String name = Objects.requireNonNullElse(
                        scope.resource().getMetadata().getAnnotations(), Map.<String, String>of())
                .get(Annotations.VALUES_SECRET);
        if (name == null) {
            return Map.of();
        }
        String namespace = Optional.ofNullable(scope.resource().getMetadata().getNamespace())
                .orElse(scope.place().namespace());
        String text = KubeErrorMapper.translating(
                "reading Secret " + name,
                () -> Optional.ofNullable(cluster.secrets()
                                .inNamespace(namespace)
                                .withName(name)
                                .get())
                        .map(Secret::getData)
                        .map(data -> data.get(VALUES))
                        .orElseThrow(() -> new ButlerException(
                                ErrorCode.NOT_FOUND,
                                "Secret %s/%s with key %s not found.".formatted(namespace, name, VALUES))));
        return cluster.getKubernetesSerialization()
                .unmarshal(
                        new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8),
                        new TypeReference<Map<String, Object>>() {});
    }

    private static Duration timeout(AddonDefinitionSpec definition) {
        String text = Optional.ofNullable(definition.defaults())
                .map(AddonDefinitionSpec.Defaults::timeout)
                .orElse("");
        Matcher time = TIME.matcher(text);
        return time.matches() && !text.isEmpty()
                ? Duration.ofHours(number(time.group(1)))
                        .plusMinutes(number(time.group(2)))
                        .plusSeconds(number(time.group(3)))
                : USUAL;
    }

    private static long number(String text) {
        return text == null ? 0 : Long.parseLong(text);
    }
}
