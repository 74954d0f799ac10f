package dev.butlerlabs.core.server.rest;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.LenientDecoder;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.server.http.WebResponse;
import dev.butlerlabs.core.server.json.RecordJsonReader;
import dev.butlerlabs.core.server.rest.ClusterRequests.PauseRequest;
import dev.butlerlabs.core.server.rest.ClusterRequests.ScaleRequest;
import dev.butlerlabs.core.server.rest.ClusterRequests.TenantClusterManifest;
import dev.butlerlabs.core.server.rest.ClusterRequests.UpgradeRequest;
import dev.butlerlabs.core.server.route.ApiCall;
import dev.butlerlabs.core.server.view.ClusterDetail;
import dev.butlerlabs.core.server.view.ClusterDetailBuilder;
import dev.butlerlabs.core.server.view.ClusterList;
import dev.butlerlabs.core.server.view.ClusterRowBuilder;
import dev.butlerlabs.core.server.view.EventRow;
import dev.butlerlabs.core.server.view.ItemLists.CertificateList;
import dev.butlerlabs.core.server.view.ItemLists.EventList;
import dev.butlerlabs.core.server.view.ItemLists.MachineList;
import dev.butlerlabs.core.server.view.PlatformViews.MachineRow;
import dev.butlerlabs.core.tenant.change.HibernationRules;
import dev.butlerlabs.core.tenant.change.ObjectEventReader;
import dev.butlerlabs.core.tenant.change.PauseAnnotation;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.core.tenant.change.TenantClusterSchemaValidator;
import dev.butlerlabs.core.tenant.change.TenantClusterValidator;
import dev.butlerlabs.core.tenant.change.TenantDocument;
import dev.butlerlabs.core.tenant.change.TenantEvent;
import dev.butlerlabs.core.tenant.change.TenantObjectFinder;
import dev.butlerlabs.core.tenant.change.UpgradePath;
import dev.butlerlabs.core.tenant.change.UpgradeSituationReader;
import dev.butlerlabs.core.version.ReleaseVersion;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The operations on tenant clusters. */
public final class ClusterHandlers {
    /** The header that repeats the name of the object to delete. */
    public static final String CONFIRMATION = "X-Butler-Confirm";

    private static final long DEFAULT_LIMIT = 5_000;

    /** Loaded with the first validation. */
    private static final class Schema {
        private static final TenantClusterSchemaValidator VALIDATOR = TenantClusterSchemaValidator.load();
    }

    public ClusterList list(ApiCall call) {
        ListOptions options = new ListOptionsBuilder()
                .withLimit(call.query("limit").map(Long::valueOf).orElse(DEFAULT_LIMIT))
                .withContinue(call.query("continue").orElse(null))
                .build();
        KubernetesResourceList<TenantCluster> page =
                KubeErrorMapper.askingForKind(call.kubernetes(), "TenantClusters", "listing TenantClusters", () -> {
                    var clusters = LenientDecoder.withoutManagedFields(call.kubernetes())
                            .resources(TenantCluster.class);
                    return call.query("namespace")
                            .map(namespace -> clusters.inNamespace(namespace).list(options))
                            .orElseGet(() -> clusters.inAnyNamespace().list(options));
                });
        return new ClusterList(
                page.getItems().stream().map(ClusterRowBuilder::row).toList(),
                Optional.ofNullable(page.getMetadata().getContinue()).filter(text -> !text.isEmpty()),
                Optional.ofNullable(page.getMetadata().getResourceVersion()).orElse(""));
    }

    public ClusterDetail get(ApiCall call) {
        TenantClusterClient clusters = new TenantClusterClient(call.kubernetes());
        return detail(call.kubernetes(), clusters, clusters.tree(call.object()));
    }

    private static ClusterDetail detail(
            KubernetesClient client, TenantClusterClient clusters, Map<String, Object> tree) {
        TenantCluster cluster = clusters.typed(tree);
        return ClusterDetailBuilder.detail(cluster, tree, events(client, cluster));
    }

    /** Users who may read tenant clusters but not events see the cluster without them. */
    private static List<TenantEvent> events(KubernetesClient client, TenantCluster cluster) {
        return unlessDenied(() -> new ObjectEventReader(client).events(cluster)).orElse(List.of());
    }

    static <T> Optional<T> unlessDenied(java.util.function.Supplier<T> read) {
        try {
            return Optional.of(read.get());
        } catch (ButlerException e) {
            if (e.kind() == ErrorKind.DENIED) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Creates a tenant cluster. Butler's rules are checked first, so that all problems are reported at once. */
    public WebResponse create(ApiCall call) {
        call.body(TenantClusterManifest.class);
        TenantDocument document =
                TenantDocument.of(RecordJsonReader.map(call.body().orElseThrow()));
        List<InputProblem> problems = TenantClusterValidator.check(document, Schema.VALIDATOR);
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid cluster specification:", problems);
        }
        boolean dryRun = call.query("dryRun").isPresent();
        TenantClusterClient clusters = new TenantClusterClient(call.kubernetes());
        Map<String, Object> created = clusters.create(document, dryRun);
        return JsonResponse.of(201, ClusterDetailBuilder.detail(clusters.typed(created), created, List.of()));
    }

    /** Replaces the spec. Checked like a new tenant cluster. */
    public ClusterDetail change(ApiCall call) {
        call.body(TenantClusterManifest.class);
        ObjectName name = call.object();
        TenantDocument document =
                TenantDocument.of(RecordJsonReader.map(call.body().orElseThrow()));
        List<InputProblem> problems = new ArrayList<>(ClusterSpecEditor.headerProblems(document, name));
        problems.addAll(TenantClusterValidator.check(document, Schema.VALIDATOR));
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid cluster specification:", problems);
        }
        TenantClusterClient clusters = new TenantClusterClient(call.kubernetes());
        boolean dryRun = call.query("dryRun").isPresent();
        return detail(call.kubernetes(), clusters, new ClusterSpecEditor(clusters).replace(name, document, dryRun));
    }

    public WebResponse delete(ApiCall call) {
        ObjectName name = call.object();
        Confirmation.require(call, name.name());
        TenantClusterClient clusters = new TenantClusterClient(call.kubernetes());
        clusters.tree(name);
        clusters.delete(name);
        return WebResponse.empty(202);
    }

    public ClusterDetail scale(ApiCall call) {
        int replicas = call.body(ScaleRequest.class).replicas();
        TenantClusterClient clusters = new TenantClusterClient(call.kubernetes());
        clusters.scale(clusters.get(call.object()), replicas, false);
        return get(call);
    }

    public ClusterDetail upgrade(ApiCall call) {
        ReleaseVersion wanted = ReleaseVersion.find(
                        call.body(UpgradeRequest.class).kubernetesVersion())
                .orElseThrow();
        TenantClusterClient clusters = new TenantClusterClient(call.kubernetes());
        TenantCluster cluster = clusters.get(call.object());
        HibernationRules.requireAwake(cluster, "upgraded");
        UpgradePath path =
                UpgradePath.plan(new UpgradeSituationReader(call.kubernetes()).read(cluster, List.of()), wanted);
        requireOneStep(path);
        for (ReleaseVersion step : path.steps()) {
            clusters.change(call.object(), Map.of("spec", Map.of("kubernetesVersion", step.toString())), false);
        }
        return get(call);
    }

    /** A request cannot wait for the first of several upgrades. */
    private static void requireOneStep(UpgradePath path) {
        if (path.steps().size() > 1) {
            throw ButlerException.invalid(
                    "The upgrade passes through several versions: %s.".formatted(path),
                    List.of(new InputProblem(
                            "kubernetesVersion",
                            "skips a minor version",
                            "upgrade to %s first".formatted(path.steps().getFirst()))));
        }
    }

    public ClusterDetail pause(ApiCall call) {
        boolean paused = call.body(PauseRequest.class).paused();
        TenantClusterClient clusters = new TenantClusterClient(call.kubernetes());
        TenantCluster cluster = clusters.get(call.object());
        (paused ? PauseAnnotation.pause(cluster) : PauseAnnotation.resume(cluster))
                .ifPresent(patch -> clusters.change(call.object(), patch, false));
        return get(call);
    }

    public WebResponse kubeconfig(ApiCall call) {
        TenantCluster cluster = new TenantClusterClient(call.kubernetes()).get(call.object());
        Kubeconfig kubeconfig = new TenantObjectFinder(call.kubernetes()).kubeconfig(cluster);
        return WebResponse.text(200, "application/yaml", kubeconfig.toYaml())
                .with("Content-Disposition", "attachment; filename=\"%s.kubeconfig\"".formatted(call.path("name")));
    }

    public MachineList nodes(ApiCall call) {
        TenantCluster cluster = new TenantClusterClient(call.kubernetes()).get(call.object());
        return new MachineList(new TenantObjectFinder(call.kubernetes())
                .machines(cluster).stream()
                        .map(machine -> new MachineRow(
                                machine.name(), machine.node(), machine.phase(), machine.version(), machine.address()))
                        .toList());
    }

    public EventList events(ApiCall call) {
        TenantCluster cluster = new TenantClusterClient(call.kubernetes()).get(call.object());
        return new EventList(EventRow.of(new TenantObjectFinder(call.kubernetes()).events(cluster)));
    }

    public CertificateList certificates(ApiCall call) {
        TenantCluster cluster = new TenantClusterClient(call.kubernetes()).get(call.object());
        return new CertificateList(
                KubeconfigCertificates.read(new TenantObjectFinder(call.kubernetes()).kubeconfig(cluster)));
    }
}
