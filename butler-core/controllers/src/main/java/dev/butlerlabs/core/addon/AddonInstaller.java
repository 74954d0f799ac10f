package dev.butlerlabs.core.addon;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.butlerlabs.core.addon.PlatformAddon.Chart;
import dev.butlerlabs.core.helm.ChartRequest;
import dev.butlerlabs.core.helm.ChartRequestBuilder;
import dev.butlerlabs.core.helm.ChartSource;
import dev.butlerlabs.core.helm.HelmTarget;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectSerialization;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Installs platform addons on a cluster. Each call checks all of them and starts what can run: addons that do not depend on each other are
 * installed in parallel. Idempotent; not thread-safe.
 */
public final class AddonInstaller {
    private static final Pattern DOCUMENT_END = Pattern.compile("(?m)^---$");
    private static final KubernetesSerialization MODEL = ObjectSerialization.withCoreKinds();

    private final KubernetesClient cluster;
    private final String namespace;
    private final ChartInstaller charts;
    private final WorkloadReadiness readiness;
    private final AppliedManifestRecord applied;
    private final Map<String, String> places;

    /**
     * @param namespace the namespace of the Jobs that install charts
     * @param places the values of the placeholders in values and manifests
     */
    public AddonInstaller(KubernetesClient cluster, String namespace, Map<String, String> places) {
        this.cluster = cluster;
        this.namespace = namespace;
        this.charts = new ChartInstaller(cluster, namespace, cluster);
        this.readiness = new WorkloadReadiness(cluster);
        this.applied = new AppliedManifestRecord(cluster, namespace);
        this.places = Map.copyOf(places);
    }

    /**
     * Returns the state of each addon, in their order.
     *
     * @param settled the names of addons that are known to be ready and are not checked
     */
    public SequencedMap<String, AddonState> ensure(List<PlatformAddon> addons, Set<String> settled) {
        SequencedMap<String, AddonState> states = new LinkedHashMap<>();
        addons.forEach(addon -> states.put(
                addon.name(), settled.contains(addon.name()) ? new AddonState.Ready() : ensure(addon, states)));
        return states;
    }

    private AddonState ensure(PlatformAddon addon, Map<String, AddonState> before) {
        Optional<String> blocking = addon.dependsOn().stream()
                .filter(name -> !(before.get(name) instanceof AddonState.Ready))
                .findFirst();
        if (blocking.isPresent()) {
            return new AddonState.Pending("waiting for " + blocking.get());
        }
        if (addon.chart().isPresent() && !ChartRequest.isExact(addon.version())) {
            return new AddonState.Failed(
                    AddonState.Cause.CHART_FAILS,
                    "%s is not an exact version; use a version such as 1.2.3".formatted(addon.version()));
        }
        return after(addon, remote(addon), () -> after(addon, chart(addon), () -> finish(addon)));
    }

    private ChartState remote(PlatformAddon addon) {
        return addon.remote()
                .map(address -> charts.apply(addon.name(), filled(addon, address), new HelmTarget.BeforeNetwork()))
                .orElseGet(ChartState.Done::new);
    }

    private ChartState chart(PlatformAddon addon) {
        return addon.chart()
                .map(chart -> {
                    if (chart.isPrivileged()) {
                        ServerSideApply.asButlerForced().apply(cluster, PrivilegedNamespace.named(chart.namespace()));
                    }
                    if (chart.isPacked()) {
                        provide(ShippedChart.named(chart.name()));
                    }
                    return charts.install(request(addon, chart));
                })
                .orElseGet(ChartState.Done::new);
    }

    /** Creates or updates the ConfigMap with a packed chart, which the Job installs. */
    private void provide(ShippedChart chart) {
        ConfigMap wanted = chart.configMap(namespace);
        boolean isCurrent = Optional.ofNullable(KubeErrorMapper.translating(
                        "reading the packed chart",
                        () -> cluster.resource(wanted).get()))
                .filter(found -> wanted.getBinaryData().equals(found.getBinaryData()))
                .isPresent();
        if (!isCurrent) {
            ServerSideApply.asButlerForced().apply(cluster, wanted);
        }
    }

    private AddonState after(PlatformAddon addon, ChartState state, Supplier<AddonState> next) {
        return switch (state) {
            case ChartState.Done done -> next.get();
            case ChartState.Working working -> new AddonState.Pending(seen(addon, working));
            case ChartState.Failed failed -> new AddonState.Failed(failed.cause(), failed.message());
        };
    }

    /** While Helm waits for workloads, the state of those workloads is more informative than that of Helm. */
    private String seen(PlatformAddon addon, ChartState.Working working) {
        return Optional.of(working)
                .filter(ChartState.Working::runs)
                .flatMap(runs -> missing(addon))
                .map(missing -> working.seen() + "; " + missing)
                .orElse(working.seen());
    }

    /**
     * Applies the manifests after the workloads of the chart are ready, since a webhook may validate them, and before waiting for their own
     * workloads.
     */
    private AddonState finish(PlatformAddon addon) {
        List<HasMetadata> objects = objects(addon);
        if (applied.isRecorded(addon.name(), objects)) {
            return missing(addon).<AddonState>map(AddonState.Pending::new).orElseGet(AddonState.Ready::new);
        }
        Optional<String> missing = addon.chart().flatMap(chart -> missing(addon));
        if (missing.isPresent()) {
            return new AddonState.Pending(missing.get());
        }
        objects.forEach(object -> ServerSideApply.asButlerForced().apply(cluster, object));
        applied.record(addon.name(), objects);
        return missing(addon).<AddonState>map(AddonState.Pending::new).orElseGet(AddonState.Ready::new);
    }

    private Optional<String> missing(PlatformAddon addon) {
        return addon.ready().stream()
                .flatMap(part -> readiness.missing(part).stream())
                .findFirst();
    }

    private List<HasMetadata> objects(PlatformAddon addon) {
        return addon.manifests().stream()
                .flatMap(manifest -> DOCUMENT_END.splitAsStream(filled(addon, manifest)))
                .filter(document -> !document.isBlank())
                .map(MODEL::<HasMetadata>unmarshal)
                .toList();
    }

    private ChartRequest request(PlatformAddon addon, Chart chart) {
        Optional<ShippedChart> packed =
                Optional.of(chart).filter(Chart::isPacked).map(Chart::name).map(ShippedChart::named);
        ChartRequest usual = ChartRequest.of(
                addon.release().orElseThrow().name(),
                chart.namespace(),
                packed.map(ShippedChart::source)
                        .orElseGet(() -> ChartSource.of(filled(addon, chart.source()), chart.name())),
                packed.map(ShippedChart::version).orElse(addon.version()),
                HelmValuesMerger.merged(List.of(values(addon, chart), chart.overrides())));
        return chart.beforeNetwork()
                ? ChartRequestBuilder.builder(usual)
                        .reach(new HelmTarget.BeforeNetwork())
                        .build()
                : usual;
    }

    private Map<String, Object> values(PlatformAddon addon, Chart chart) {
        String text = filled(addon, chart.values());
        return text.isBlank()
                ? Map.of()
                : cluster.getKubernetesSerialization().unmarshal(text, new TypeReference<Map<String, Object>>() {});
    }

    private String filled(PlatformAddon addon, String text) {
        return TemplatePlaceholders.filled(addon, text, places);
    }
}
