package dev.butlerlabs.core.status;

import dev.butlerlabs.core.api.BackupSchedule;
import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.talos.client.ClientConfiguration;
import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.core.version.ReleaseVersion;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads the status from the Kubernetes API, the Talos API and the infrastructures. Changes nothing. Thread-safe. */
public final class LiveStatusSources implements StatusSources {
    private final KubernetesClient client;
    private final String kubeconfig;
    private final Optional<Path> talosconfig;
    private final ProviderRegistry providers;
    private final Duration partLimit;
    private final Clock clock;

    /**
     * Creates the sources.
     *
     * @param kubeconfig the name of the kubeconfig for people
     * @param talosconfig empty if it is not known; the Talos API is then not read
     * @param partLimit time limit of one machine and of one infrastructure; shorter than that of the whole status
     */
    public LiveStatusSources(
            KubernetesClient client,
            String kubeconfig,
            Optional<Path> talosconfig,
            ProviderRegistry providers,
            Duration partLimit,
            Clock clock) {
        this.client = client;
        this.kubeconfig = kubeconfig;
        this.talosconfig = talosconfig;
        this.providers = providers;
        this.partLimit = partLimit;
        this.clock = clock;
    }

    @Override
    public String server() {
        return client.getMasterUrl().toString().replaceFirst("/$", "");
    }

    @Override
    public List<NodeObservation> nodes() {
        return new KubernetesNodeReader(client).read();
    }

    @Override
    public SourceResult<TalosObservation> talos() {
        if (talosconfig.isEmpty()) {
            return new SourceResult.Skipped<>("no talosconfig is known");
        }
        ClientConfiguration.Context context = new TalosconfigReader(talosconfig.get()).context();
        return SourceResult.of(new TalosMachineReader(context, partLimit, clock)
                .read(TalosconfigReader.addresses(context, nodesIfReadable())));
    }

    /** Without Kubernetes, the machines of the talosconfig are still read. */
    private List<NodeObservation> nodesIfReadable() {
        try {
            return nodes();
        } catch (ButlerException _) {
            return List.of();
        }
    }

    @Override
    public List<AddonObservation> addons() {
        return new AddonStatusReader(client, providers).read();
    }

    @Override
    public ControllersObservation controllers() {
        return new ControllersStatusReader(client).read(clock.instant());
    }

    @Override
    public List<ProviderObservation> providers() {
        return new ProviderStatusReader(client, providers, partLimit, clock).read();
    }

    @Override
    public List<PoolObservation> pools() {
        return new CustomResourceReader(client)
                .list(NetworkPool.class).stream().map(LiveStatusSources::pool).toList();
    }

    static PoolObservation pool(GenericKubernetesResource pool) {
        UntypedTree status = CustomResourceReader.status(pool);
        Optional<Integer> total = status.number("totalIPs").map(Number::intValue);
        return new PoolObservation(
                pool.getMetadata().getNamespace(),
                pool.getMetadata().getName(),
                total.map(count -> new PoolObservation.Usage(
                        count, count(status, "allocatedIPs"), count(status, "availableIPs"))));
    }

    private static int count(UntypedTree status, String field) {
        return status.number(field).map(Number::intValue).orElse(0);
    }

    @Override
    public List<TenantObservation> tenants() {
        return new CustomResourceReader(client)
                .list(TenantCluster.class).stream()
                        .map(LiveStatusSources::tenant)
                        .toList();
    }

    static TenantObservation tenant(GenericKubernetesResource tenant) {
        UntypedTree status = CustomResourceReader.status(tenant);
        String phase = status.text("phase").orElse("Pending");
        return new TenantObservation(
                tenant.getMetadata().getNamespace(),
                tenant.getMetadata().getName(),
                phase,
                status.text("lastTransitionTime").flatMap(LiveStatusSources::instant),
                phase.equals("Ready") ? "" : message(status),
                UntypedTree.of(tenant.get("spec")).text("kubernetesVersion").flatMap(ReleaseVersion::find));
    }

    /** Clusters of earlier versions do not have the custom resource. */
    @Override
    public List<BackupObservation> backups() {
        try {
            return new CustomResourceReader(client)
                    .list(BackupSchedule.class).stream()
                            .map(LiveStatusSources::backup)
                            .toList();
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.NOT_MANAGEMENT_CLUSTER) {
                return List.of();
            }
            throw e;
        }
    }

    static BackupObservation backup(GenericKubernetesResource schedule) {
        UntypedTree status = CustomResourceReader.status(schedule);
        String phase = status.text("phase").orElse("");
        return new BackupObservation(
                schedule.getMetadata().getName(),
                UntypedTree.of(schedule.get("spec")).text("schedule").orElse(""),
                phase,
                UntypedTree.of(schedule.get("status", "lastBackup"))
                        .text("time")
                        .flatMap(LiveStatusSources::instant),
                status.text("nextTime").flatMap(LiveStatusSources::instant),
                phase.equals("Failed") ? Optional.of(withoutStep(message(status))) : Optional.empty());
    }

    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    private static String message(UntypedTree status) {
        return status.items("conditions").stream()
                .filter(condition -> condition.anyText("type").equals(ConditionTypes.READY))
                .map(condition -> condition.anyText("message"))
                .filter(text -> !text.isBlank())
                .map(ParallelReader::phrase)
                .findFirst()
                .orElse("");
    }

    /** The message of the condition Ready starts with the name of a step. */
    private static String withoutStep(String message) {
        return ParallelReader.phrase(message.replaceFirst("^\\w+: ", ""));
    }

    /** A certificate that cannot be read does not hide the others: that its source cannot be read is reported there. */
    @Override
    public List<CertificateObservation> certificates() {
        CertificateStatusReader reader = new CertificateStatusReader(client);
        List<CertificateObservation> all = new ArrayList<>();
        List<ButlerException> failures = new ArrayList<>();
        List<Supplier<Optional<CertificateObservation>>> sources = List.of(
                () -> reader.kubeconfig(kubeconfig),
                () -> talosconfig.map(LiveStatusSources::talosCertificate),
                reader::webhook);
        for (Supplier<Optional<CertificateObservation>> source : sources) {
            try {
                source.get().ifPresent(all::add);
            } catch (ButlerException e) {
                failures.add(e);
            }
        }
        if (all.isEmpty() && !failures.isEmpty()) {
            throw failures.getFirst();
        }
        return all;
    }

    private static CertificateObservation talosCertificate(Path file) {
        return CertificateStatusReader.of(
                CertificateObservation.Kind.TALOSCONFIG,
                file.toString(),
                new TalosconfigReader(file).context().credentials().certificate());
    }
}
