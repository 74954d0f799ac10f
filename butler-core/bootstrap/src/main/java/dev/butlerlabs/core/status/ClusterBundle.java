package dev.butlerlabs.core.status;

import dev.butlerlabs.core.api.CustomResourceTypes;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import dev.butlerlabs.core.support.BundleCollection;
import dev.butlerlabs.core.support.BundleRedactor;
import dev.butlerlabs.core.support.BundleWriter;
import dev.butlerlabs.core.support.ClusterSecretReader;
import dev.butlerlabs.core.talos.client.ClientConfiguration;
import dev.butlerlabs.core.talos.client.TalosMachineAccess;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Writes the information to diagnose a management cluster to an archive: Butler's resources, events, logs of the controllers and of Helm, and
 * services and logs of every machine, without secrets. Changes nothing. A source that cannot be read does not prevent the others.
 */
public final class ClusterBundle {
    private static final int LAST_LINES = 5_000;

    private final KubernetesClient client;
    private final Optional<Path> talosconfig;
    private final ProgressReporter progress;
    private final Clock clock;

    /**
     * Creates a bundle.
     *
     * @param talosconfig empty if it is not known; the machines are then left out
     */
    public ClusterBundle(KubernetesClient client, Optional<Path> talosconfig, ProgressReporter progress, Clock clock) {
        this.client = client;
        this.talosconfig = talosconfig;
        this.progress = progress;
        this.clock = clock;
    }

    /**
     * The written archive.
     *
     * @param errors sources that could not be read, each with the reason
     */
    public record Result(Path file, int entries, List<String> errors) {
        public Result {
            Objects.requireNonNull(file, "file");
            errors = List.copyOf(errors);
        }
    }

    /**
     * Writes the archive, readable only by its owner. Replaces an existing file.
     *
     * @param documents further files by path
     * @throws ButlerException if the archive cannot be written or the thread is interrupted
     */
    public Result write(Path file, Map<String, String> documents) {
        try (BundleWriter writer = BundleWriter.create(file)) {
            BundleCollection bundle = new BundleCollection(writer, redactor());
            new TreeMap<>(documents).forEach((path, text) -> bundle.text(path, () -> text));
            step("Resources", "Collecting resources and events", () -> resources(bundle));
            step("Logs", "Collecting logs of the controllers and of Helm", () -> logs(bundle));
            talosconfig.ifPresent(
                    config -> step("Machines", "Collecting logs of the machines", () -> machines(bundle, config)));
            bundle.addErrors();
            writer.finish();
            return new Result(file, bundle.entries(), bundle.errors());
        }
    }

    private void step(String name, String title, Runnable work) {
        ProgressStep step = progress.start(name, title);
        work.run();
        step.done();
    }

    /** If the Secrets cannot be read, secrets are recognized by their name and form only. */
    private BundleRedactor redactor() {
        try {
            return BundleRedactor.of(new ClusterSecretReader(client).values());
        } catch (ButlerException e) {
            progress.warning("Secrets are recognized by their form only: " + e.getMessage());
            return BundleRedactor.unaware();
        }
    }

    private void resources(BundleCollection bundle) {
        CustomResourceReader reader = new CustomResourceReader(client);
        bundle.objects(
                "events.yaml",
                () -> listed(
                        "events",
                        () -> client.v1().events().inAnyNamespace().list().getItems()));
        bundle.objects(
                "resources/deployments.yaml",
                () -> listed(
                        "Deployments",
                        () -> client.apps()
                                .deployments()
                                .inNamespace(Namespaces.SYSTEM)
                                .list()
                                .getItems()));
        bundle.objects(
                "resources/jobs.yaml",
                () -> listed(
                        "Jobs",
                        () -> client.batch()
                                .v1()
                                .jobs()
                                .inAnyNamespace()
                                .withLabel(Labels.MANAGED_BY, ServerSideApply.BUTLER)
                                .list()
                                .getItems()));
        bundle.objects(
                "resources/leases.yaml",
                () -> listed(
                        "Leases",
                        () -> client.leases()
                                .inNamespace(Namespaces.SYSTEM)
                                .list()
                                .getItems()));
        bundle.objects(
                "resources/nodes.yaml",
                () -> listed("nodes", () -> client.nodes().list().getItems()));
        bundle.objects("resources/pods.yaml", this::pods);
        CustomResourceTypes.ALL.stream()
                .sorted(Comparator.comparing(CustomResource::getCRDName))
                .forEach(type -> bundle.objects(
                        "resources/%s.yaml".formatted(CustomResource.getCRDName(type)), () -> reader.list(type)));
    }

    private static <T extends HasMetadata> List<T> listed(String what, Supplier<List<T>> request) {
        return KubeErrorMapper.translating("listing " + what, request).stream()
                .sorted(Comparator.comparing(object -> ObjectName.from(object).toString()))
                .toList();
    }

    private List<Pod> pods() {
        List<Pod> controllers = listed(
                "pods",
                () -> client.pods()
                        .inNamespace(Namespaces.SYSTEM)
                        .withLabel("app.kubernetes.io/name", "butler-controllers")
                        .list()
                        .getItems());
        List<Pod> helm = listed(
                "pods",
                () -> client.pods()
                        .inAnyNamespace()
                        .withLabel(Labels.MANAGED_BY, ServerSideApply.BUTLER)
                        .list()
                        .getItems());
        Map<String, Pod> byName = new TreeMap<>();
        Stream.concat(controllers.stream(), helm.stream())
                .forEach(pod -> byName.put(ObjectName.from(pod).toString(), pod));
        return List.copyOf(byName.values());
    }

    private void logs(BundleCollection bundle) {
        List<Pod> pods;
        try {
            pods = pods();
        } catch (ButlerException e) {
            bundle.failed("logs", e.getMessage());
            return;
        }
        for (Pod pod : pods) {
            ObjectName name = ObjectName.from(pod);
            pod.getSpec()
                    .getContainers()
                    .forEach(container -> bundle.text(
                            "logs/%s/%s.log".formatted(name, container.getName()),
                            () -> log(name, container.getName())));
        }
    }

    private String log(ObjectName pod, String container) {
        return KubeErrorMapper.translating(
                "reading the log of pod " + pod,
                () -> Objects.requireNonNullElse(
                        client.pods()
                                .inNamespace(pod.namespace().orElseThrow())
                                .withName(pod.name())
                                .inContainer(container)
                                .tailingLines(LAST_LINES)
                                .getLog(),
                        ""));
    }

    private void machines(BundleCollection bundle, Path config) {
        try {
            ClientConfiguration.Context context = new TalosconfigReader(config).context();
            MachineBundle machines = new MachineBundle(new TalosMachineAccess(context, clock), bundle);
            TalosconfigReader.addresses(context, nodes()).forEach(machines::add);
        } catch (ButlerException e) {
            bundle.failed("machines", e.getMessage());
        }
    }

    private List<NodeObservation> nodes() {
        try {
            return new KubernetesNodeReader(client).read();
        } catch (ButlerException _) {
            // Without Kubernetes, the machines of the talosconfig are read.
            return List.of();
        }
    }
}
