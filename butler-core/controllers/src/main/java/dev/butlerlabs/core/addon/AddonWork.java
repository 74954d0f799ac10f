package dev.butlerlabs.core.addon;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.butlerlabs.core.addon.AddonScope.Place;
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
import dev.butlerlabs.core.helm.HelmReleases;
import dev.butlerlabs.core.helm.ReleaseName;
import dev.butlerlabs.core.kube.KubeErrors;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.reconcile.Outcome;
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

/** What both kinds of addon have done for them: charts installed and removed, and told of in steps. */
final class AddonWork {
    private static final String VALUES = "values.yaml";
    private static final String INVALID_CHART = "InvalidChart";
    private static final Pattern TIME = Pattern.compile("(?:(\\d+)h)?(?:(\\d+)m)?(?:(\\d+)s)?");
    private static final Duration USUAL = Duration.ofMinutes(10);

    private final KubernetesClient cluster;
    private final Duration poll;

    AddonWork(KubernetesClient cluster, Duration poll) {
        this.cluster = cluster;
        this.poll = poll;
    }

    /** @param source the chart, without its version */
    StepResult install(AddonScope<?> scope, KubernetesClient target, ChartSource source, Map<String, Object> values) {
        Place place = scope.place();
        ChartRequest request = new ChartRequest(
                place.release().name(),
                place.release().namespace(),
                source,
                ChartAccess.OPEN,
                scope.version().orElseThrow(),
                Values.merged(
                        List.of(scope.definition().map(Catalogue::defaults).orElse(Map.of()), values, secret(scope))),
                place.reach(),
                scope.definition().map(AddonWork::timeout).orElse(USUAL),
                scope.definition().map(Catalogue::createsNamespace).orElse(true));
        if (request.createNamespace()) {
            makeRoom(target, request.namespace());
        }
        ChartState state = new ChartInstaller(cluster, place.namespace(), target).install(request);
        new HelmReleases(target).deployed(place.release()).ifPresent(found -> scope.release(told(place, found)));
        return switch (state) {
            case ChartState.Done done -> StepResult.done("Installed", "%s is installed.".formatted(request));
            case ChartState.Working working -> StepResult.waiting("Installing", working.seen() + ".", poll);
            case ChartState.Failed failed -> StepResult.failed(failed.cause().reason(), failed.message() + ".");
        };
    }

    /** Installs the chart of the definition that was chosen. */
    StepResult install(AddonScope<?> scope, KubernetesClient target, Map<String, Object> values) {
        AddonDefinitionSpec.Chart chart = scope.definition().orElseThrow().chart();
        return install(scope, target, ChartSource.of(chart.repository(), chart.name()), values);
    }

    /** Why a chart must not be handed to Helm; empty if it may. */
    static Optional<StepResult> refused(String repository, String chart, ReleaseName release) {
        List<String> problems = HelmInputValidator.problems(repository, chart, release);
        return problems.isEmpty()
                ? Optional.empty()
                : Optional.of(StepResult.failed(INVALID_CHART, String.join(" ", problems)));
    }

    /** Whether what has to come first is there. */
    StepResult awaitOthers(List<String> missing) {
        return missing.isEmpty()
                ? StepResult.done()
                : StepResult.waiting(
                        "DependencyMissing",
                        "%s has to be installed first.".formatted(String.join(", ", missing)),
                        poll);
    }

    /** What a run came to, in a sentence. */
    static String message(Outcome outcome) {
        return outcome.stop()
                .map(stop -> stop.result().message())
                .orElse(outcome.stage() == Outcome.Stage.DELETING ? "Removed." : "Installed.");
    }

    /** Charts that look after nodes do what Talos forbids in namespaces it knows nothing of; one that is there is left as it is. */
    private static void makeRoom(KubernetesClient target, String namespace) {
        boolean absent = KubeErrors.translating(
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

    StepResult uninstall(AddonScope<?> scope, KubernetesClient target) {
        Place place = scope.place();
        if (!HelmInputValidator.problems(place.release()).isEmpty()) {
            return StepResult.done("NeverInstalled", "No release can have this name, so none was installed.");
        }
        ChartState state =
                new ChartInstaller(cluster, place.namespace(), target).uninstall(place.release(), place.reach());
        return switch (state) {
            case ChartState.Done done -> StepResult.done("Uninstalled", "%s is gone.".formatted(place.release()));
            case ChartState.Working working -> StepResult.waiting("Uninstalling", working.seen() + ".", poll);
            case ChartState.Failed failed -> StepResult.failed(failed.cause().reason(), failed.message() + ".");
        };
    }

    /** Values that are secret lie in a Secret that an annotation names. */
    private Map<String, Object> secret(AddonScope<?> scope) {
        String name = Objects.requireNonNullElse(
                        scope.resource().getMetadata().getAnnotations(), Map.<String, String>of())
                .get(Annotations.VALUES_SECRET);
        if (name == null) {
            return Map.of();
        }
        String namespace = Optional.ofNullable(scope.resource().getMetadata().getNamespace())
                .orElse(scope.place().namespace());
        String text = KubeErrors.translating(
                "reading Secret " + name,
                () -> Optional.ofNullable(cluster.secrets()
                                .inNamespace(namespace)
                                .withName(name)
                                .get())
                        .map(Secret::getData)
                        .map(data -> data.get(VALUES))
                        .orElseThrow(() -> new ButlerException(
                                ErrorCode.NOT_FOUND,
                                "There is no Secret %s/%s with %s.".formatted(namespace, name, VALUES))));
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
