package dev.butlerlabs.core.addon;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.butlerlabs.core.addon.PlatformAddon.Chart;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Pattern;

/**
 * Brings addons onto a cluster. Each call looks how far all of them are and asks for whatever can begin: those that do not depend on
 * each other are installed side by side.
 */
public final class AddonInstaller {
    private static final Pattern DOCUMENT_END = Pattern.compile("(?m)^---$");
    /** The client takes objects of the core group by their classes alone; this reader knows all of them. */
    private static final KubernetesSerialization MODEL = new KubernetesSerialization();

    private final KubernetesClient cluster;
    private final ChartInstaller charts;
    private final Readiness readiness;
    private final Map<String, String> places;

    /**
     * @param namespace where the Jobs that install charts run
     * @param places what to fill into values and manifests
     */
    public AddonInstaller(KubernetesClient cluster, String namespace, Map<String, String> places) {
        this.cluster = cluster;
        this.charts = new ChartInstaller(cluster, namespace);
        this.readiness = new Readiness(cluster);
        this.places = Map.copyOf(places);
    }

    /** How far each of the addons is, in their order. */
    public SequencedMap<String, AddonState> ensure(List<PlatformAddon> addons) {
        SequencedMap<String, AddonState> states = new LinkedHashMap<>();
        addons.forEach(addon -> states.put(addon.name(), ensure(addon, states)));
        return states;
    }

    private AddonState ensure(PlatformAddon addon, Map<String, AddonState> before) {
        Optional<String> blocking = addon.dependsOn().stream()
                .filter(name -> !(before.get(name) instanceof AddonState.Ready))
                .findFirst();
        if (blocking.isPresent()) {
            return new AddonState.Pending("comes after " + blocking.get());
        }
        return addon.chart()
                .map(chart -> charts.ensure(request(addon, chart)))
                .map(state -> switch (state) {
                    case ChartState.Installed installed -> finish(addon);
                    case ChartState.Installing installing -> new AddonState.Pending(installing.seen() + trouble(addon));
                    case ChartState.Failed failed -> new AddonState.Failed(failed.message());
                })
                .orElseGet(() -> finish(addon));
    }

    /** Helm waits for what it has installed, and says nothing meanwhile. */
    private String trouble(PlatformAddon addon) {
        return addon.ready().stream()
                .flatMap(workload -> readiness.trouble(workload).stream())
                .findFirst()
                .map(words -> "; " + words)
                .orElse("");
    }

    private AddonState finish(PlatformAddon addon) {
        Optional<String> missing = addon.ready().stream()
                .flatMap(workload -> readiness.missing(workload).stream())
                .findFirst();
        if (addon.chart().isPresent() && missing.isPresent()) {
            return new AddonState.Pending(missing.get());
        }
        addon.manifests().forEach(this::apply);
        return missing.<AddonState>map(AddonState.Pending::new).orElseGet(AddonState.Ready::new);
    }

    private void apply(String manifest) {
        for (String document : DOCUMENT_END.split(Places.filled(manifest, places), -1)) {
            HasMetadata object = MODEL.unmarshal(document);
            ServerSideApply.asButlerForced().apply(cluster, object);
        }
    }

    private ChartRequest request(PlatformAddon addon, Chart chart) {
        return new ChartRequest(
                addon.name(),
                chart.namespace(),
                chart.repository(),
                chart.name(),
                chart.version(),
                values(chart),
                chart.beforeNetwork());
    }

    private Map<String, Object> values(Chart chart) {
        String text = Places.filled(chart.values(), places);
        return text.isBlank()
                ? Map.of()
                : cluster.getKubernetesSerialization().unmarshal(text, new TypeReference<Map<String, Object>>() {});
    }
}
